-- CreateEnum
CREATE TYPE "model_endpoint_kind" AS ENUM ('auto', 'vllm', 'ollama', 'llama_cpp', 'litellm', 'azure', 'openai');

-- CreateEnum
CREATE TYPE "model_kind" AS ENUM ('chat', 'embedding', 'rerank');

-- CreateEnum
CREATE TYPE "model_capability" AS ENUM ('yes', 'no', 'unknown');

-- CreateEnum
CREATE TYPE "model_capability_source" AS ENUM ('probed', 'set');

-- CreateEnum
CREATE TYPE "token_limit_field" AS ENUM ('max_tokens', 'max_completion_tokens');

-- AlterTable
ALTER TABLE "model" ADD COLUMN     "accepts_temperature" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "embedding_batch_size" INTEGER NOT NULL DEFAULT 32,
ADD COLUMN     "embedding_dimension" INTEGER,
ADD COLUMN     "endpoint_id" UUID,
ADD COLUMN     "fallback_model_id" UUID,
ADD COLUMN     "images" "model_capability" NOT NULL DEFAULT 'unknown',
ADD COLUMN     "images_source" "model_capability_source",
ADD COLUMN     "json_schema" "model_capability" NOT NULL DEFAULT 'unknown',
ADD COLUMN     "json_schema_source" "model_capability_source",
ADD COLUMN     "kind" "model_kind" NOT NULL DEFAULT 'chat',
ADD COLUMN     "max_output_tokens" INTEGER,
ADD COLUMN     "passage_prefix" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "query_prefix" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "reasoning" "model_capability" NOT NULL DEFAULT 'unknown',
ADD COLUMN     "reasoning_source" "model_capability_source",
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "token_limit_field" "token_limit_field" NOT NULL DEFAULT 'max_tokens',
ADD COLUMN     "upstream_name" TEXT;

-- CreateTable
CREATE TABLE "model_endpoint" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "kind" "model_endpoint_kind" NOT NULL DEFAULT 'auto',
    "purposes" "model_kind"[] DEFAULT ARRAY['chat']::"model_kind"[],
    "key_ciphertext" BYTEA,
    "key_id" TEXT,
    "key_hint" TEXT,
    "first_token_seconds" INTEGER NOT NULL DEFAULT 60,
    "between_tokens_seconds" INTEGER NOT NULL DEFAULT 60,
    "total_seconds" INTEGER NOT NULL DEFAULT 600,
    "max_concurrent" INTEGER NOT NULL DEFAULT 16,
    "is_from_environment" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_price" (
    "model_id" UUID NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "input" DECIMAL(12,6) NOT NULL,
    "cached_input" DECIMAL(12,6) NOT NULL,
    "output" DECIMAL(12,6) NOT NULL,

    CONSTRAINT "model_price_pkey" PRIMARY KEY ("model_id","valid_from")
);

-- Every tenant gets the endpoint of the environment, whose address the next start fills in.
INSERT INTO "model_endpoint" (id, tenant_id, name, base_url, is_from_environment, updated_at)
SELECT gen_random_uuid(), id, 'Environment', '', true, now() FROM "tenant";
UPDATE "model" m SET upstream_name = m.name,
  endpoint_id = (SELECT e.id FROM "model_endpoint" e WHERE e.tenant_id = m.tenant_id),
  images = CASE WHEN m.reads_images THEN 'yes' ELSE 'unknown' END::"model_capability",
  images_source = CASE WHEN m.reads_images THEN 'set' END::"model_capability_source";
ALTER TABLE "model" ALTER COLUMN "endpoint_id" SET NOT NULL, ALTER COLUMN "upstream_name" SET NOT NULL, DROP COLUMN "reads_images";

-- A tenant has one endpoint of the environment.
CREATE UNIQUE INDEX "model_endpoint_from_environment" ON "model_endpoint"("tenant_id") WHERE "is_from_environment";

-- CreateIndex
CREATE UNIQUE INDEX "model_endpoint_tenant_id_name_key" ON "model_endpoint"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "model_endpoint_id_idx" ON "model"("endpoint_id");

-- CreateIndex
CREATE INDEX "model_fallback_model_id_idx" ON "model"("fallback_model_id");

-- AddForeignKey
ALTER TABLE "model_endpoint" ADD CONSTRAINT "model_endpoint_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "model_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_fallback_model_id_fkey" FOREIGN KEY ("fallback_model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_price" ADD CONSTRAINT "model_price_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE CASCADE ON UPDATE CASCADE;
