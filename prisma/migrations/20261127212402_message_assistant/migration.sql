-- Previous release: compatible
-- AlterTable
ALTER TABLE "message" ADD COLUMN     "assistant_id" UUID,
ADD COLUMN     "assistant_name" JSONB;

-- CreateIndex
CREATE INDEX "message_assistant_id_idx" ON "message"("assistant_id");

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
