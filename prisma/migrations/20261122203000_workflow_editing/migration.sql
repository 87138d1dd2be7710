-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "editor_id" UUID,
ADD COLUMN     "draft_hash" TEXT NOT NULL GENERATED ALWAYS AS (md5("draft"::text)) STORED;

-- AlterTable
ALTER TABLE "workflow_version" ADD COLUMN     "author_id" UUID,
ADD COLUMN     "note" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "restored_from" INTEGER,
ADD COLUMN     "graph_hash" TEXT NOT NULL GENERATED ALWAYS AS (md5("graph"::text)) STORED;

-- CreateIndex
CREATE INDEX "workflow_editor_id_idx" ON "workflow"("editor_id");

-- CreateIndex
CREATE INDEX "workflow_version_author_id_idx" ON "workflow_version"("author_id");

-- AddForeignKey
ALTER TABLE "workflow" ADD CONSTRAINT "workflow_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
