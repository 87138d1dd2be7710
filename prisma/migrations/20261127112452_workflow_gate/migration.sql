-- Previous release: compatible
-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "admins_override_gate" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "gate" JSONB;

-- CreateTable
CREATE TABLE "workflow_gate" (
    "workflow_id" UUID NOT NULL,
    "conditions" JSONB NOT NULL DEFAULT '[]',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "proven_at" TIMESTAMPTZ(3),
    "proof" JSONB,
    "pending" JSONB,
    "pending_by_id" UUID,
    "is_pending" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "workflow_gate_pkey" PRIMARY KEY ("workflow_id")
);

-- CreateIndex
CREATE INDEX "workflow_gate_pending_by_id_idx" ON "workflow_gate"("pending_by_id");

-- AddForeignKey
ALTER TABLE "workflow_gate" ADD CONSTRAINT "workflow_gate_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_gate" ADD CONSTRAINT "workflow_gate_pending_by_id_fkey" FOREIGN KEY ("pending_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
