-- CreateEnum
CREATE TYPE "usage_limit_scope" AS ENUM ('tenant', 'user');

-- CreateEnum
CREATE TYPE "usage_limit_metric" AS ENUM ('requests', 'tokens');

-- DropForeignKey
ALTER TABLE "chat_file" DROP CONSTRAINT "chat_file_message_id_fkey";

-- DropForeignKey
ALTER TABLE "message_feedback" DROP CONSTRAINT "message_feedback_message_id_fkey";

-- DropIndex
DROP INDEX "chat_file_message_id_idx";

-- AlterTable
ALTER TABLE "chat_file" DROP COLUMN "message_id",
ADD COLUMN     "is_paged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "page_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "token_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "notices" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "message_feedback" ADD COLUMN     "assistant_id" UUID,
ADD COLUMN     "assistant_name" JSONB,
ADD COLUMN     "conversation" JSONB,
ADD COLUMN     "message_index" INTEGER NOT NULL,
ADD COLUMN     "model_name" TEXT,
ADD COLUMN     "tenant_id" UUID NOT NULL,
ALTER COLUMN "message_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "message_source" ADD COLUMN     "file_id" UUID;

-- AlterTable
ALTER TABLE "model" ADD COLUMN     "context_tokens" INTEGER NOT NULL DEFAULT 16384,
ADD COLUMN     "reads_images" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "preferred_model_id" UUID,
ADD COLUMN     "preferred_response_language" "language";

-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "allowed_models" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "chat_file_message" (
    "message_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "chat_file_message_pkey" PRIMARY KEY ("message_id","file_id")
);

-- CreateTable
CREATE TABLE "chat_file_page" (
    "file_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "label" TEXT,
    "text" TEXT NOT NULL,

    CONSTRAINT "chat_file_page_pkey" PRIMARY KEY ("file_id","number")
);

-- CreateTable
CREATE TABLE "file_removal" (
    "storage_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_removal_pkey" PRIMARY KEY ("storage_key")
);

-- CreateTable
CREATE TABLE "usage_limit_rule" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "scope" "usage_limit_scope" NOT NULL,
    "user_id" UUID,
    "metric" "usage_limit_metric" NOT NULL,
    "amount" BIGINT NOT NULL,
    "interval_seconds" INTEGER NOT NULL,
    "warn_percent" INTEGER NOT NULL,
    "blocks" BOOLEAN NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_limit_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_counter" (
    "rule_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,
    "reserved" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "usage_counter_pkey" PRIMARY KEY ("rule_id","subject_id","window_start")
);

-- CreateTable
CREATE TABLE "usage_reservation" (
    "run_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_reservation_pkey" PRIMARY KEY ("run_id","rule_id")
);

-- CreateIndex
CREATE INDEX "chat_file_message_file_id_idx" ON "chat_file_message"("file_id");

-- CreateIndex
CREATE INDEX "file_removal_due_at_idx" ON "file_removal"("due_at");

-- CreateIndex
CREATE INDEX "usage_limit_rule_tenant_id_id_idx" ON "usage_limit_rule"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "usage_limit_rule_user_id_idx" ON "usage_limit_rule"("user_id");

-- CreateIndex
CREATE INDEX "usage_counter_window_start_idx" ON "usage_counter"("window_start");

-- CreateIndex
CREATE INDEX "usage_reservation_rule_id_subject_id_window_start_idx" ON "usage_reservation"("rule_id", "subject_id", "window_start");

-- CreateIndex
CREATE INDEX "message_feedback_tenant_id_updated_at_id_idx" ON "message_feedback"("tenant_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "message_source_file_id_idx" ON "message_source"("file_id");

-- CreateIndex
CREATE INDEX "user_preferred_model_id_idx" ON "user"("preferred_model_id");

-- AddForeignKey
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "chat_file"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_file_message" ADD CONSTRAINT "chat_file_message_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_file_message" ADD CONSTRAINT "chat_file_message_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "chat_file"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_file_page" ADD CONSTRAINT "chat_file_page_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "chat_file"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_preferred_model_id_fkey" FOREIGN KEY ("preferred_model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_limit_rule" ADD CONSTRAINT "usage_limit_rule_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_limit_rule" ADD CONSTRAINT "usage_limit_rule_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_counter" ADD CONSTRAINT "usage_counter_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "usage_limit_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservation" ADD CONSTRAINT "usage_reservation_rule_id_subject_id_window_start_fkey" FOREIGN KEY ("rule_id", "subject_id", "window_start") REFERENCES "usage_counter"("rule_id", "subject_id", "window_start") ON DELETE CASCADE ON UPDATE CASCADE;

-- However a file goes (by itself, with its chat, with its owner), its bytes go too: the worker removes what is due.
CREATE FUNCTION remove_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at) VALUES (OLD.storage_key, now())
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_stored_file AFTER DELETE ON chat_file FOR EACH ROW EXECUTE FUNCTION remove_stored_file();

-- What somebody thought of a reply outlives it; what was said does not.
CREATE FUNCTION forget_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.conversation := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER forget_conversation BEFORE UPDATE OF message_id ON message_feedback FOR EACH ROW
  WHEN (NEW.message_id IS NULL) EXECUTE FUNCTION forget_conversation();

-- A limit for everybody names nobody; one for one user is not the tenant's.
ALTER TABLE usage_limit_rule
  ADD CONSTRAINT usage_limit_rule_subject CHECK (scope = 'user' OR user_id IS NULL),
  ADD CONSTRAINT usage_limit_rule_amounts CHECK (amount > 0 AND interval_seconds >= 60 AND warn_percent BETWEEN 1 AND 100);
ALTER TABLE usage_counter ADD CONSTRAINT usage_counter_amounts CHECK (used >= 0 AND reserved >= 0);
