-- AlterTable
ALTER TABLE "assistant" ADD COLUMN     "picture" TEXT;
