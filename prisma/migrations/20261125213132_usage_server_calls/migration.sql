-- AlterTable
ALTER TABLE "usage_call" ADD COLUMN     "server_calls" SMALLINT NOT NULL DEFAULT 1;
