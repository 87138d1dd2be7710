-- Previous release: compatible
-- It begins one reply a chat, and sweeps what it finds.
-- CreateEnum
CREATE TYPE "comparison_vote" AS ENUM ('first', 'second', 'third', 'equal', 'all_bad', 'skipped');

-- CreateEnum
CREATE TYPE "vote_outcome" AS ENUM ('first', 'second', 'equal', 'all_bad');

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "comparison_id" UUID,
ADD COLUMN     "comparison_position" SMALLINT;

-- CreateTable
CREATE TABLE "comparison" (
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "is_blind" BOOLEAN NOT NULL,
    "size" SMALLINT NOT NULL,
    "refusals" JSONB NOT NULL DEFAULT '{}',
    "vote" "comparison_vote",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comparison_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reply_vote" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "is_blind" BOOLEAN NOT NULL,
    "outcome" "vote_outcome" NOT NULL,
    "first_assistant_id" UUID,
    "first_assistant_name" JSONB,
    "first_model_name" TEXT,
    "second_assistant_id" UUID,
    "second_assistant_name" JSONB,
    "second_model_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reply_vote_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "comparison_chat_id_idx" ON "comparison"("chat_id");

-- CreateIndex
CREATE INDEX "reply_vote_tenant_id_created_at_idx" ON "reply_vote"("tenant_id", "created_at");

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_comparison_id_fkey" FOREIGN KEY ("comparison_id") REFERENCES "comparison"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comparison" ADD CONSTRAINT "comparison_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_vote" ADD CONSTRAINT "reply_vote_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Few messages are of a comparison.
CREATE INDEX "message_comparison_id" ON "message"("comparison_id") WHERE "comparison_id" IS NOT NULL;

-- One running reply a chat, or one a place of its comparison.
DROP INDEX "message_one_generating";
CREATE UNIQUE INDEX "message_one_generating" ON "message"("chat_id", (coalesce("comparison_position", 0))) WHERE "status" = 'generating';
