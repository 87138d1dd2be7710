-- AlterTable
ALTER TABLE "user" ADD COLUMN     "tour_offered_at" TIMESTAMPTZ(3);

-- Users who have worked with the product need no tour of it.
UPDATE "user" SET "tour_offered_at" = now() WHERE "last_login_at" IS NOT NULL;
