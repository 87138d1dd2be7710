-- CreateTable
CREATE TABLE "usage_call" (
    "run_id" UUID NOT NULL,
    "seq" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tenant_id" UUID NOT NULL,
    "node_id" TEXT,
    "attempt" SMALLINT NOT NULL DEFAULT 1,
    "model_id" UUID,
    "endpoint_id" UUID,
    "model_name" TEXT NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "cached_tokens" INTEGER NOT NULL,
    "reasoning_tokens" INTEGER NOT NULL,
    "estimated" BOOLEAN NOT NULL,
    "first_token_ms" INTEGER,
    "currency" CHAR(3),
    "input_price" DECIMAL(12,6),
    "cached_price" DECIMAL(12,6),
    "output_price" DECIMAL(12,6),
    "cost" DECIMAL(18,8),

    CONSTRAINT "usage_call_pkey" PRIMARY KEY ("run_id","seq")
);

-- CreateIndex
CREATE INDEX "usage_call_tenant_id_created_at_idx" ON "usage_call"("tenant_id", "created_at");
