-- A file of a test belongs to the user who tests, and to no chat.
-- AlterTable
ALTER TABLE "chat_file" ADD COLUMN     "owner_id" UUID,
ALTER COLUMN "chat_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "chat_file_owner_id_idx" ON "chat_file"("owner_id");

-- AddForeignKey
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_belongs_once" CHECK (("chat_id" IS NULL) <> ("owner_id" IS NULL));
