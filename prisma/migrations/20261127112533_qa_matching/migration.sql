-- Previous release: compatible
-- AlterTable
ALTER TABLE "dataset" ADD COLUMN     "embedding_model" TEXT,
ADD COLUMN     "match_threshold" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "dataset_version" ADD COLUMN     "embedding" JSONB;
