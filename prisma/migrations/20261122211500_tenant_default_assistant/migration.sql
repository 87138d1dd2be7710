-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "default_assistant_id" UUID;

-- CreateIndex
CREATE INDEX "tenant_default_assistant_id_idx" ON "tenant"("default_assistant_id");

-- AddForeignKey
ALTER TABLE "tenant" ADD CONSTRAINT "tenant_default_assistant_id_fkey" FOREIGN KEY ("default_assistant_id") REFERENCES "assistant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
