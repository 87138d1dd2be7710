-- AlterTable
ALTER TABLE "index_version" ADD COLUMN     "failure" JSONB,
ADD COLUMN     "mean_count" INTEGER NOT NULL DEFAULT 0;
