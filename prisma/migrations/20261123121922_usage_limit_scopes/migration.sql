-- CreateEnum
CREATE TYPE "usage_limit_interval" AS ENUM ('seconds', 'day', 'week', 'month');

-- AlterEnum
ALTER TYPE "usage_limit_metric" ADD VALUE 'cost';

-- AlterEnum
ALTER TYPE "usage_limit_scope" ADD VALUE 'group';
ALTER TYPE "usage_limit_scope" ADD VALUE 'assistant';
ALTER TYPE "usage_limit_scope" ADD VALUE 'model';

-- AlterTable
ALTER TABLE "usage_limit_rule" ADD COLUMN     "assistant_id" UUID,
ADD COLUMN     "currency" CHAR(3),
ADD COLUMN     "group_id" UUID,
ADD COLUMN     "interval" "usage_limit_interval" NOT NULL DEFAULT 'seconds',
ADD COLUMN     "model_id" UUID,
ALTER COLUMN "interval_seconds" DROP NOT NULL;

-- AlterTable
ALTER TABLE "usage_reservation" DROP CONSTRAINT "usage_reservation_pkey",
ADD CONSTRAINT "usage_reservation_pkey" PRIMARY KEY ("run_id", "rule_id", "subject_id");

-- CreateIndex
CREATE INDEX "usage_limit_rule_group_id_idx" ON "usage_limit_rule"("group_id");

-- CreateIndex
CREATE INDEX "usage_limit_rule_assistant_id_idx" ON "usage_limit_rule"("assistant_id");

-- CreateIndex
CREATE INDEX "usage_limit_rule_model_id_idx" ON "usage_limit_rule"("model_id");

-- AddForeignKey
ALTER TABLE "usage_limit_rule" ADD CONSTRAINT "usage_limit_rule_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_limit_rule" ADD CONSTRAINT "usage_limit_rule_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_limit_rule" ADD CONSTRAINT "usage_limit_rule_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a rule names is of its scope, a group's names it, a cost has a currency, and only an interval of seconds has seconds. The new
-- values are compared as text: a value may not be used in the transaction that adds it to its type.
ALTER TABLE usage_limit_rule
  ADD CONSTRAINT usage_limit_rule_target CHECK (
    (group_id IS NOT NULL) = (scope::text = 'group')
    AND (assistant_id IS NULL OR scope::text = 'assistant')
    AND (model_id IS NULL OR scope::text = 'model')),
  ADD CONSTRAINT usage_limit_rule_currency CHECK ((currency IS NOT NULL) = (metric::text = 'cost')),
  ADD CONSTRAINT usage_limit_rule_interval CHECK ((interval_seconds IS NOT NULL) = (interval = 'seconds'));
