-- CreateTable
CREATE TABLE "usage_stale_period" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_stale_period_pkey" PRIMARY KEY ("id")
);

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

-- CreateIndex
CREATE INDEX "usage_rollup_tenant_id_period_start_idx" ON "usage_rollup"("tenant_id", "period_start");

-- CreateIndex
CREATE INDEX "usage_rollup_tenant_id_user_id_period_start_idx" ON "usage_rollup"("tenant_id", "user_id", "period_start");

-- Whatever writes an event also marks its period, in the same transaction: the worker then sums the period up again.
CREATE FUNCTION mark_usage_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO usage_stale_period (tenant_id, period_start) VALUES (OLD.tenant_id, date_bin('15 min', OLD.created_at, 'epoch'::timestamptz));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO usage_stale_period (tenant_id, period_start) VALUES (NEW.tenant_id, date_bin('15 min', NEW.created_at, 'epoch'::timestamptz));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_usage_period AFTER INSERT OR UPDATE OR DELETE ON usage_event FOR EACH ROW EXECUTE FUNCTION mark_usage_period();
INSERT INTO usage_stale_period (tenant_id, period_start)
SELECT DISTINCT tenant_id, date_bin('15 min', created_at, 'epoch'::timestamptz) FROM usage_event;
