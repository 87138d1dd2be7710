-- AlterTable
ALTER TABLE "source" ADD COLUMN     "folder" TEXT;
