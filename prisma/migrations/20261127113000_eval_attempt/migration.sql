-- Previous release: compatible
ALTER TABLE "eval_run" DROP COLUMN "lease_until",
ADD COLUMN     "attempt_id" UUID;
