-- AlterTable
ALTER TABLE "assistant" ADD COLUMN     "color" TEXT;
