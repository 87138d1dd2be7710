// Saves replies while they are made. Prisma cannot say it: one statement has all replies of the process, and the lease is by the
// clock of the database.
import type { ReplyStep } from '@heddle/contracts/message/message'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import type { Pool } from 'pg'
import { toStorableJson } from '../../../platform/database/storable-text.ts'
import { changedChannel } from '../stream/notifications.ts'
import { leaseSeconds } from '../reply.rules.ts'

/** What a save writes of a running reply. Without what the reply had before the run. */
export type ReplyProgress = {
  readonly runId: string
  /** The chunks that are saved already, which are not part of `text` and `reasoning`. */
  readonly chunks: number
  readonly text: string
  readonly reasoning: string
  /** Whether `text` and `reasoning` become the next chunk. */
  readonly endsChunk: boolean
  /** Null when they are as they were saved. */
  readonly steps: readonly ReplyStep[] | null
  /** Null when they are as they were saved. */
  readonly outcomes: { readonly value: NodeOutcomes | null } | null
  /** The messages that the run gave to models since the last save. */
  readonly prompts: readonly string[]
  /** Whether to tell who follows the reply elsewhere. */
  readonly shouldNotify: boolean
}

export type SavedReply = { readonly runId: string; readonly isStopRequested: boolean }

const leaseEnd = `now() + interval '${leaseSeconds} s'`

const toArrays = (replies: readonly ReplyProgress[]) => [
  replies.map(({ runId }) => runId),
  replies.map(({ chunks }) => chunks),
  replies.map(({ text }) => text),
  replies.map(({ reasoning }) => reasoning),
  replies.map(({ steps }) => steps && JSON.stringify(steps)),
  replies.map(({ outcomes }) => outcomes && toStorableJson(outcomes.value)),
  replies.map(({ prompts }) => (prompts.length === 0 ? null : JSON.stringify(prompts))),
]

/**
 * Saves running replies of this process and renews their leases. A reply is missing from the answer when its row is not as this
 * process has left it: `rewriteReplies` finds out why.
 * Nothing but the chunks is logged, and their commit does not wait for the disk: a crash of the database, which empties the unlogged
 * table, loses what came since the last chunk but for some tenths of a second.
 */
export async function saveReplies(pool: Pool, replies: readonly ReplyProgress[]): Promise<SavedReply[]> {
  const { rows } = await pool.query<SavedReply>({
    name: 'save-replies',
    text: `
      WITH progress AS MATERIALIZED (
        SELECT p.* FROM (SELECT set_config('synchronous_commit', 'off', true)) asynchronous,
          unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[], $7::jsonb[], $8::boolean[], $9::boolean[])
            AS p(run_id, chunks, text, reasoning, steps, outcomes, prompts, ends_chunk, notifies)
      ), saved AS (
        UPDATE running_reply r SET text = CASE WHEN p.ends_chunk THEN '' ELSE p.text END,
          reasoning = CASE WHEN p.ends_chunk THEN '' ELSE p.reasoning END, chunks = r.chunks + p.ends_chunk::int,
          steps = coalesce(p.steps, r.steps), node_outcomes = coalesce(p.outcomes, r.node_outcomes),
          prompts = CASE WHEN p.prompts IS NULL THEN r.prompts ELSE r.prompts || ARRAY(SELECT jsonb_array_elements_text(p.prompts)) END, lease_expires_at = ${leaseEnd}
        FROM progress p
        WHERE r.run_id = p.run_id AND r.chunks = p.chunks
        RETURNING r.run_id, r.stop_requested_at IS NOT NULL AS is_stop_requested, p.notifies
      ), chunk AS (
        INSERT INTO reply_chunk (run_id, number, text, reasoning)
        SELECT p.run_id, p.chunks, p.text, p.reasoning FROM progress p JOIN saved USING (run_id) WHERE p.ends_chunk
      )
      SELECT run_id AS "runId", is_stop_requested AS "isStopRequested",
        CASE WHEN notifies THEN pg_notify('${changedChannel}', (SELECT id::text FROM message m WHERE m.run_id = saved.run_id)) END
      FROM saved`,
    values: [...toArrays(replies), replies.map(({ endsChunk }) => endsChunk), replies.map(({ shouldNotify }) => shouldNotify)],
  })
  return rows
}

/**
 * Saves running replies whole, in place of what is saved of them: `chunks` of each is 0, and `text`, `reasoning` and `prompts` are
 * all that the run has. Deletes what they cited in a text that was retracted. A reply that is missing from the answer is no longer
 * this process's: its chat was deleted, or another process has ended it.
 */
export async function rewriteReplies(
  pool: Pool,
  replies: readonly ReplyProgress[],
  withdrawnSources: readonly string[],
): Promise<SavedReply[]> {
  const { rows } = await pool.query<SavedReply>({
    name: 'rewrite-replies',
    text: `
      WITH progress AS MATERIALIZED (
        -- The lock of the message: one that is just being ended is waited for, and then left as it is.
        SELECT p.*, m.id AS message_id, c.owner_id
        FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[], $7::jsonb[])
          AS p(run_id, chunks, text, reasoning, steps, outcomes, prompts)
        JOIN message m ON m.run_id = p.run_id AND m.status = 'generating' JOIN chat c ON c.id = m.chat_id
        FOR NO KEY UPDATE OF m
      ), dropped AS (
        DELETE FROM reply_chunk c USING progress p WHERE c.run_id = p.run_id
      ), withdrawn AS (
        DELETE FROM message_source s USING progress p WHERE s.message_id = p.message_id AND s.id = ANY($8::uuid[])
      ), saved AS (
        INSERT INTO running_reply AS r (run_id, owner_id, lease_expires_at, chunks, text, reasoning, steps, node_outcomes, prompts)
        SELECT run_id, owner_id, ${leaseEnd}, chunks, text, reasoning, steps, outcomes, ARRAY(SELECT jsonb_array_elements_text(prompts)) FROM progress
        ON CONFLICT (run_id) DO UPDATE SET lease_expires_at = excluded.lease_expires_at, chunks = excluded.chunks, text = excluded.text,
          reasoning = excluded.reasoning, steps = excluded.steps, node_outcomes = excluded.node_outcomes, prompts = excluded.prompts
        RETURNING run_id, stop_requested_at IS NOT NULL AS is_stop_requested
      )
      SELECT run_id AS "runId", is_stop_requested AS "isStopRequested", pg_notify('${changedChannel}', message_id::text)
      FROM saved JOIN progress USING (run_id)`,
    values: [...toArrays(replies), withdrawnSources],
  })
  return rows
}
