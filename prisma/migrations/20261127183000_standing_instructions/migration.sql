-- Previous release: compatible
-- AlterTable
ALTER TABLE "chat" ADD COLUMN     "uses_instructions" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "message" ADD COLUMN     "told" JSONB;

-- CreateTable
CREATE TABLE "user_setting" (
    "user_id" UUID NOT NULL,
    "about_me" TEXT NOT NULL DEFAULT '',
    "how_to_answer" TEXT NOT NULL DEFAULT '',
    "instructs_new_chats" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_setting_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "user_setting" ADD CONSTRAINT "user_setting_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
