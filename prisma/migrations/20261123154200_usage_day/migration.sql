-- CreateTable
CREATE TABLE "usage_day" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "time_zone" TEXT NOT NULL,
    "active_users" INTEGER NOT NULL,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("tenant_id","day","time_zone")
);

-- CreateTable
CREATE TABLE "usage_day_sum" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "time_zone" TEXT NOT NULL,
    "flow" "usage_flow" NOT NULL,
    "outcome" "usage_outcome" NOT NULL,
    "error_code" TEXT,
    "currency" CHAR(3),
    "runs" INTEGER NOT NULL,
    "estimated_runs" INTEGER NOT NULL,
    "unpriced_calls" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "reasoning_tokens" BIGINT NOT NULL,
    "cost" DECIMAL(18,8) NOT NULL,
    "first_token_buckets" SMALLINT[],
    "latency_buckets" SMALLINT[],

    CONSTRAINT "usage_day_sum_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "usage_day_sum_tenant_id_day_time_zone_idx" ON "usage_day_sum"("tenant_id", "day", "time_zone");

-- AddForeignKey
ALTER TABLE "usage_day_sum" ADD CONSTRAINT "usage_day_sum_tenant_id_day_time_zone_fkey" FOREIGN KEY ("tenant_id", "day", "time_zone") REFERENCES "usage_day"("tenant_id", "day", "time_zone") ON DELETE CASCADE ON UPDATE CASCADE;
