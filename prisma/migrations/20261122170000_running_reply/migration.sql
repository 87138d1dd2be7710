-- A reply that is being made is saved thirty times a second: in a row of its own, which is not logged and has no index on what
-- changes, and once a second as a chunk, which is (docs/decisions/0018). Its message is written once, at the end.
CREATE UNLOGGED TABLE "running_reply" (
    "run_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "lease_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "stop_requested_at" TIMESTAMPTZ(3),
    "chunks" INTEGER NOT NULL DEFAULT 0,
    "text" TEXT NOT NULL DEFAULT '',
    "reasoning" TEXT NOT NULL DEFAULT '',
    "steps" JSONB,
    "node_outcomes" JSONB,
    "prompts" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "running_reply_pkey" PRIMARY KEY ("run_id")
)
-- Room for the next version of each row on its page; a row of some kilobytes stays there.
WITH (fillfactor = 40, toast_tuple_target = 4096);
ALTER TABLE running_reply ALTER COLUMN prompts SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "reply_chunk" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "reasoning" TEXT NOT NULL,

    CONSTRAINT "reply_chunk_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateIndex
CREATE INDEX "running_reply_owner_id_idx" ON "running_reply"("owner_id");

-- AddForeignKey
ALTER TABLE "running_reply" ADD CONSTRAINT "running_reply_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "message"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_chunk" ADD CONSTRAINT "reply_chunk_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "message"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO running_reply (run_id, owner_id, lease_expires_at, stop_requested_at)
SELECT m.run_id, c.owner_id, m.lease_expires_at, m.stop_requested_at
FROM message m JOIN chat c ON c.id = m.chat_id WHERE m.status = 'generating';

DROP INDEX "message_generating_lease";
ALTER TABLE "message" DROP CONSTRAINT "message_generating_check";

-- AlterTable
ALTER TABLE "message" DROP COLUMN "lease_expires_at",
DROP COLUMN "run_prompt_tokens",
DROP COLUMN "stop_requested_at";

ALTER TABLE "message" ADD CONSTRAINT "message_generating_check" CHECK ("status" <> 'generating' OR "run_id" IS NOT NULL);

-- The text and the reasoning of a run as far as they are saved, without what its reply had before.
CREATE FUNCTION saved_text(run uuid) RETURNS text LANGUAGE sql STABLE PARALLEL RESTRICTED AS $$
  SELECT coalesce((SELECT string_agg(text, '' ORDER BY number) FROM reply_chunk WHERE run_id = run), '')
    || coalesce((SELECT text FROM running_reply WHERE run_id = run), '')
$$;
CREATE FUNCTION saved_reasoning(run uuid) RETURNS text LANGUAGE sql STABLE PARALLEL RESTRICTED AS $$
  SELECT coalesce((SELECT string_agg(reasoning, '' ORDER BY number) FROM reply_chunk WHERE run_id = run), '')
    || coalesce((SELECT reasoning FROM running_reply WHERE run_id = run), '')
$$;

-- Most questions have neither.
DROP INDEX "message_model_id_idx";
CREATE INDEX "message_model_id_idx" ON "message"("model_id") WHERE "model_id" IS NOT NULL;
DROP INDEX "message_workflow_version_id_idx";
CREATE INDEX "message_workflow_version_id_idx" ON "message"("workflow_version_id") WHERE "workflow_version_id" IS NOT NULL;
