-- CreateTable
CREATE TABLE "usage_key" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "group_ids" UUID[],
    "assistant_id" UUID,
    "workflow_version_id" UUID,
    "model_name" TEXT NOT NULL,
    "endpoint_id" UUID,
    "currency" CHAR(3),
    "flow" "usage_flow" NOT NULL,
    "outcome" "usage_outcome" NOT NULL,

    CONSTRAINT "usage_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "usage_key_tenant_id_idx" ON "usage_key"("tenant_id");

-- The sums move to a new table whose first columns have a fixed width. Their keys are those that usage-rollup.sql.ts computes.
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
SELECT encode(substring(sha256(convert_to(jsonb_build_array(tenant_id, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id,
  currency, flow, outcome)::text, 'UTF8')) FOR 16), 'hex')::uuid AS key_id, * FROM "usage_rollup";

INSERT INTO "usage_key" (id, tenant_id, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id, currency, flow, outcome)
SELECT DISTINCT ON (key_id) key_id, tenant_id, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id, currency, flow, outcome
FROM moved;

DROP TABLE "usage_rollup";

-- CreateTable
CREATE TABLE "usage_rollup" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "key_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "flow" "usage_flow" NOT NULL,
    "outcome" "usage_outcome" NOT NULL,
    "runs" INTEGER NOT NULL,
    "estimated_runs" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "reasoning_tokens" BIGINT NOT NULL,
    "cost" DECIMAL(18,8) NOT NULL,
    "currency" CHAR(3),
    "first_token_buckets" SMALLINT[],
    "latency_buckets" SMALLINT[],

    CONSTRAINT "usage_rollup_pkey" PRIMARY KEY ("id")
);

INSERT INTO "usage_rollup" (tenant_id, period_start, key_id, user_id, flow, outcome, runs, estimated_runs, calls, unpriced_calls, input_tokens,
  cached_tokens, output_tokens, reasoning_tokens, cost, currency, first_token_buckets, latency_buckets)
SELECT tenant_id, period_start, key_id, user_id, flow, outcome, runs, estimated_runs, calls, unpriced_calls, input_tokens, cached_tokens,
  output_tokens, reasoning_tokens, cost, currency, first_token_buckets, latency_buckets
FROM moved ORDER BY tenant_id, period_start;

-- CreateIndex
CREATE INDEX "usage_rollup_tenant_id_period_start_idx" ON "usage_rollup"("tenant_id", "period_start");

-- CreateIndex
CREATE INDEX "usage_rollup_tenant_id_user_id_period_start_idx" ON "usage_rollup"("tenant_id", "user_id", "period_start");
