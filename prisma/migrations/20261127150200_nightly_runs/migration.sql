-- Previous release: compatible
-- AlterTable
ALTER TABLE "eval_run" ADD COLUMN     "nightly_by_id" UUID,
ADD COLUMN     "nightly_origin" JSONB;

-- CreateIndex
CREATE INDEX "eval_run_nightly_by_id_idx" ON "eval_run"("nightly_by_id");

-- AddForeignKey
ALTER TABLE "eval_run" ADD CONSTRAINT "eval_run_nightly_by_id_fkey" FOREIGN KEY ("nightly_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Of the runs of a set with a workflow one at most is repeated.
CREATE UNIQUE INDEX eval_run_one_nightly ON eval_run (dataset_id, workflow_id) WHERE nightly_by_id IS NOT NULL;
