-- AlterTable
ALTER TABLE "indexed_source" ADD COLUMN     "lexical_revision" INTEGER NOT NULL DEFAULT 0;
