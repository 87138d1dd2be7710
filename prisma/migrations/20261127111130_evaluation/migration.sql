-- Previous release: compatible
-- CreateEnum
CREATE TYPE "eval_run_state" AS ENUM ('queued', 'running', 'completed', 'cancelled', 'failed');

-- CreateEnum
CREATE TYPE "eval_run_purpose" AS ENUM ('manual', 'gate', 'nightly');

-- CreateEnum
CREATE TYPE "eval_outcome" AS ENUM ('running', 'finished', 'failed', 'timed_out');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "dataset_kind" ADD VALUE 'qa';
ALTER TYPE "dataset_kind" ADD VALUE 'eval';

-- AlterEnum
ALTER TYPE "usage_flow" ADD VALUE 'eval';

-- CreateTable
CREATE TABLE "eval_run" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "dataset_id" UUID NOT NULL,
    "dataset_version" INTEGER NOT NULL,
    "workflow_id" UUID NOT NULL,
    "workflow_version" INTEGER,
    "graph_hash" TEXT NOT NULL,
    "graph" JSONB NOT NULL,
    "model_name" TEXT NOT NULL,
    "judge_model" TEXT,
    "repeats" INTEGER NOT NULL,
    "purpose" "eval_run_purpose" NOT NULL DEFAULT 'manual',
    "state" "eval_run_state" NOT NULL DEFAULT 'queued',
    "error" JSONB,
    "row_count" INTEGER NOT NULL,
    "resource_states" JSONB NOT NULL DEFAULT '{}',
    "figures" JSONB,
    "job_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "eval_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eval_run_row" (
    "run_id" UUID NOT NULL,
    "row_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,

    CONSTRAINT "eval_run_row_pkey" PRIMARY KEY ("run_id","row_id")
);

-- CreateTable
CREATE TABLE "eval_answer" (
    "run_id" UUID NOT NULL,
    "row_id" UUID NOT NULL,
    "repeat" INTEGER NOT NULL,
    "outcome" "eval_outcome" NOT NULL DEFAULT 'running',
    "usage_run_id" UUID NOT NULL,
    "error" JSONB,
    "text" TEXT NOT NULL DEFAULT '',
    "sources" JSONB NOT NULL DEFAULT '[]',
    "scores" JSONB NOT NULL DEFAULT '[]',
    "judgement" JSONB,
    "correctness" DOUBLE PRECISION,
    "verdict_note" TEXT NOT NULL DEFAULT '',
    "verdict_by_id" UUID,
    "verdict_at" TIMESTAMPTZ(3),
    "first_token_ms" INTEGER,
    "total_ms" INTEGER,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "eval_answer_pkey" PRIMARY KEY ("run_id","row_id","repeat")
);

-- CreateTable
CREATE TABLE "eval_run_resource" (
    "run_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,
    "members_of" UUID,

    CONSTRAINT "eval_run_resource_pkey" PRIMARY KEY ("run_id","resource_id")
);

-- CreateIndex
CREATE INDEX "eval_run_dataset_id_id_idx" ON "eval_run"("dataset_id", "id");

-- CreateIndex
CREATE INDEX "eval_run_workflow_id_id_idx" ON "eval_run"("workflow_id", "id");

-- CreateIndex
CREATE INDEX "eval_run_created_by_id_idx" ON "eval_run"("created_by_id");

-- CreateIndex
CREATE INDEX "eval_run_tenant_id_state_idx" ON "eval_run"("tenant_id", "state");

-- CreateIndex
CREATE INDEX "eval_answer_verdict_by_id_idx" ON "eval_answer"("verdict_by_id");

-- AddForeignKey
ALTER TABLE "eval_run" ADD CONSTRAINT "eval_run_dataset_id_fkey" FOREIGN KEY ("dataset_id") REFERENCES "dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_run" ADD CONSTRAINT "eval_run_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_run" ADD CONSTRAINT "eval_run_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_run_row" ADD CONSTRAINT "eval_run_row_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "eval_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_answer" ADD CONSTRAINT "eval_answer_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "eval_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_answer" ADD CONSTRAINT "eval_answer_verdict_by_id_fkey" FOREIGN KEY ("verdict_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "eval_run_resource" ADD CONSTRAINT "eval_run_resource_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "eval_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
