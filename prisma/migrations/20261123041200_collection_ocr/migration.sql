-- AlterTable
ALTER TABLE "collection" ADD COLUMN "ocr" BOOLEAN NOT NULL DEFAULT false;
