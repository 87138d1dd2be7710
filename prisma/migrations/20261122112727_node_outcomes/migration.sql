-- AlterTable
ALTER TABLE "message" ADD COLUMN     "node_outcomes" JSONB;

-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "layout" JSONB NOT NULL DEFAULT '{}';
