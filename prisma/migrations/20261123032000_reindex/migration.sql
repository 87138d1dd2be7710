-- AlterTable
ALTER TABLE "index_version" ADD COLUMN     "created_by_id" UUID,
ADD COLUMN     "job_id" UUID;

-- CreateIndex
CREATE INDEX "index_version_created_by_id_idx" ON "index_version"("created_by_id");

-- AddForeignKey
ALTER TABLE "index_version" ADD CONSTRAINT "index_version_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
