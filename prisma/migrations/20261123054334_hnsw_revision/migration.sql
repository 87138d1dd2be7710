-- AlterTable
ALTER TABLE "indexed_source" ADD COLUMN     "hnsw_revision" INTEGER,
ADD COLUMN     "vector_revision" INTEGER NOT NULL DEFAULT 0;
