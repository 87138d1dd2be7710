-- Previous release: compatible
-- AlterTable
ALTER TABLE "eval_answer" ADD COLUMN     "judge_cost" JSONB,
ADD COLUMN     "judge_estimated_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "judge_input_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "judge_output_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "judge_run_id" UUID,
ADD COLUMN     "judge_started_at" TIMESTAMPTZ(3);

-- What is asked just then, of which the worker looks for what was killed.
CREATE INDEX "eval_answer_asked" ON "eval_answer"("run_id") WHERE "outcome" = 'running' OR "judge_run_id" IS NOT NULL;

-- No run has ever been nightly.
CREATE TYPE "eval_run_purpose_new" AS ENUM ('manual', 'gate');
ALTER TABLE "eval_run" ALTER COLUMN "purpose" DROP DEFAULT;
ALTER TABLE "eval_run" ALTER COLUMN "purpose" TYPE "eval_run_purpose_new" USING ("purpose"::text::"eval_run_purpose_new");
ALTER TYPE "eval_run_purpose" RENAME TO "eval_run_purpose_old";
ALTER TYPE "eval_run_purpose_new" RENAME TO "eval_run_purpose";
DROP TYPE "eval_run_purpose_old";
ALTER TABLE "eval_run" ALTER COLUMN "purpose" SET DEFAULT 'manual';
