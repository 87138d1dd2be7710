-- AlterTable
ALTER TABLE "message" ADD COLUMN     "run_content_start" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "run_reasoning_start" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "run_started_at" TIMESTAMPTZ(3);

-- A run that is on its way while this is applied began with its reply.
UPDATE "message" SET "run_started_at" = "created_at" WHERE "status" = 'generating';
