-- AlterTable
ALTER TABLE "usage_event" ADD COLUMN     "error_code" TEXT;

-- AlterTable
ALTER TABLE "usage_key" ADD COLUMN     "error_code" TEXT;
