-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'Asia/Taipei';
