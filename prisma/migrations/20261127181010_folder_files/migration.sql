-- Previous release: compatible
-- Its worker deletes the files of folders after a day, as those of tests.
-- AlterTable
ALTER TABLE "chat_file" ADD COLUMN     "folder_id" UUID;

-- CreateIndex
CREATE INDEX "chat_file_folder_id_idx" ON "chat_file"("folder_id") WHERE "folder_id" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "chat_folder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "chat_file" DROP CONSTRAINT "chat_file_belongs_once";
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_belongs_once" CHECK (num_nonnulls("chat_id", "folder_id", "owner_id") = 1);
