-- Previous release: incompatible
-- A column that both releases kept would be a second truth: the release before would show what was no longer shared.
-- CreateEnum
CREATE TYPE "share_audience" AS ENUM ('tenant', 'groups', 'people');

-- CreateTable
CREATE TABLE "chat_share" (
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "audience" "share_audience" NOT NULL,
    "until_message_id" UUID,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_share_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_share_group" (
    "share_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,

    CONSTRAINT "chat_share_group_pkey" PRIMARY KEY ("share_id","group_id")
);

-- CreateTable
CREATE TABLE "chat_share_person" (
    "share_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "chat_share_person_pkey" PRIMARY KEY ("share_id","user_id")
);

-- CreateTable
CREATE TABLE "chat_share_reader" (
    "share_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_share_reader_pkey" PRIMARY KEY ("share_id","user_id")
);

-- What everyone in the tenant could read stays so, without an end. Since when, is not known: since the last change at the latest.
INSERT INTO "chat_share" ("id", "chat_id", "audience", "created_at")
SELECT uuidv7(), "id", 'tenant', "updated_at" FROM "chat" WHERE "explicitly_public";

-- AlterTable
ALTER TABLE "chat" DROP COLUMN "explicitly_public";

-- CreateIndex
CREATE INDEX "chat_share_chat_id_idx" ON "chat_share"("chat_id");

-- CreateIndex
CREATE INDEX "chat_share_until_message_id_idx" ON "chat_share"("until_message_id");

-- CreateIndex
CREATE INDEX "chat_share_group_group_id_idx" ON "chat_share_group"("group_id");

-- CreateIndex
CREATE INDEX "chat_share_person_user_id_idx" ON "chat_share_person"("user_id");

-- CreateIndex
CREATE INDEX "chat_share_reader_user_id_idx" ON "chat_share_reader"("user_id");

-- AddForeignKey
ALTER TABLE "chat_share" ADD CONSTRAINT "chat_share_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share" ADD CONSTRAINT "chat_share_until_message_id_fkey" FOREIGN KEY ("until_message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_group" ADD CONSTRAINT "chat_share_group_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "chat_share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_group" ADD CONSTRAINT "chat_share_group_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_person" ADD CONSTRAINT "chat_share_person_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "chat_share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_person" ADD CONSTRAINT "chat_share_person_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_reader" ADD CONSTRAINT "chat_share_reader_share_id_fkey" FOREIGN KEY ("share_id") REFERENCES "chat_share"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_share_reader" ADD CONSTRAINT "chat_share_reader_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
