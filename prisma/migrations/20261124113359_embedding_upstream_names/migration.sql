-- AlterTable
ALTER TABLE "model" ADD COLUMN     "passage_upstream_name" TEXT,
ADD COLUMN     "query_upstream_name" TEXT;
