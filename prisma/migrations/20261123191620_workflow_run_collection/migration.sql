-- CreateTable
CREATE TABLE "workflow_run_collection" (
    "run_id" UUID NOT NULL,
    "node_id" TEXT NOT NULL,
    "collection_id" UUID NOT NULL,
    "members_of" UUID,

    CONSTRAINT "workflow_run_collection_pkey" PRIMARY KEY ("run_id","node_id","collection_id")
);

-- AddForeignKey
ALTER TABLE "workflow_run_collection" ADD CONSTRAINT "workflow_run_collection_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "workflow_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of the runs that are kept already, it is not known which collections their texts are of: those that may have any are removed.
DELETE FROM "workflow_run" WHERE "node_id" IS NOT NULL OR "trace" @? '$[*].output.is_empty';
