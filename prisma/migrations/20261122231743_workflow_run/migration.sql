-- AlterEnum
ALTER TYPE "usage_flow" ADD VALUE 'test';

-- CreateTable
CREATE TABLE "workflow_run" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "user_id" UUID,
    "question" TEXT NOT NULL,
    "response_language" "language" NOT NULL,
    "version" INTEGER,
    "node_id" TEXT,
    "outcome" "usage_outcome" NOT NULL,
    "error" JSONB,
    "text" TEXT NOT NULL,
    "sources" JSONB NOT NULL,
    "notices" JSONB NOT NULL,
    "trace" JSONB NOT NULL,
    "values" JSONB NOT NULL,
    "usage" JSONB NOT NULL,
    "cost" JSONB,
    "ms" INTEGER NOT NULL,
    "first_token_ms" INTEGER,
    "model_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "workflow_run_workflow_id_id_idx" ON "workflow_run"("workflow_id", "id");

-- CreateIndex
CREATE INDEX "workflow_run_user_id_idx" ON "workflow_run"("user_id");

-- AddForeignKey
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
