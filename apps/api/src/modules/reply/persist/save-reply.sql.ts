// Saves a reply: while it runs, and once when it ends. Prisma cannot say it: many replies are saved by one statement, which also
// notifies.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { ReplyNotice, ReplyStep } from '@heddle/contracts/message'
import type { NodeOutcomes } from '@heddle/workflow/value'
import type { Pool, PoolClient } from 'pg'
import { changedChannel } from '../stream/notifications.ts'
import { leaseSeconds, type ReplyEndStatus, storableOutcomes } from '../reply.rules.ts'

export type ReplyProgress = {
  readonly id: string
  readonly runId: string
  /** Null when nothing is new since the last save. */
  readonly content: string | null
  readonly reasoning: string | null
  readonly steps: readonly ReplyStep[] | null
  /** Null when they are as they were saved. */
  readonly outcomes: { readonly value: NodeOutcomes | null } | null
  /** The ids of what a text cites that was taken back, and this one does not. */
  readonly withdrawnSources: readonly string[]
  /** Of all prompts that the run gave to models. */
  readonly promptTokens: number
  /** Also renew the lease, and tell who follows elsewhere. */
  readonly shouldRenew: boolean
}

export type SavedReply = { readonly runId: string; readonly isStopRequested: boolean }

/**
 * Saves running replies of this process at once and renews the leases that are due. A reply that is missing from the answer is
 * no longer this process's: its chat was deleted, or another process has ended it.
 */
export async function saveReplies(pool: Pool, replies: readonly ReplyProgress[]): Promise<SavedReply[]> {
  const { rows } = await pool.query<SavedReply>({
    name: 'save-replies',
    text: `
      WITH saved AS (
        UPDATE message m SET content = coalesce(p.content, m.content), reasoning = coalesce(p.reasoning, m.reasoning),
          steps = coalesce(p.steps, m.steps), node_outcomes = coalesce(p.outcomes, m.node_outcomes),
          run_prompt_tokens = p.prompt_tokens,
          -- An unchanged lease is an unchanged index: the row can stay on its page.
          lease_expires_at = CASE WHEN p.renew THEN now() + interval '${leaseSeconds} s' ELSE m.lease_expires_at END
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::boolean[], $8::jsonb[], $9::int[])
          AS p(id, run_id, content, reasoning, steps, renew, outcomes, prompt_tokens)
        WHERE m.id = p.id AND m.run_id = p.run_id AND m.status = 'generating'
        RETURNING m.id, m.run_id, m.stop_requested_at IS NOT NULL AS "isStopRequested", p.renew
      ), withdrawn AS (
        DELETE FROM message_source s USING saved WHERE s.message_id = saved.id AND s.id = ANY($7::uuid[])
      )
      SELECT run_id AS "runId", "isStopRequested", CASE WHEN renew THEN pg_notify('${changedChannel}', id::text) END FROM saved`,
    values: [
      replies.map(({ id }) => id),
      replies.map(({ runId }) => runId),
      replies.map(({ content }) => content),
      replies.map(({ reasoning }) => reasoning),
      replies.map(({ steps }) => steps && JSON.stringify(steps)),
      replies.map(({ shouldRenew }) => shouldRenew),
      replies.flatMap(({ withdrawnSources }) => withdrawnSources),
      replies.map(({ outcomes }) => outcomes && storableOutcomes(outcomes.value)),
      replies.map(({ promptTokens }) => promptTokens),
    ],
  })
  return rows
}

export type ReplyEnd = {
  readonly chatId: string
  readonly replyId: string
  readonly runId: string
  readonly status: ReplyEndStatus
  /** Null when the reply of another process is ended: what its process has saved stays, also since it was looked at. */
  readonly content: {
    readonly text: string
    readonly reasoning: string
    readonly steps: readonly ReplyStep[]
    readonly notices: readonly ReplyNotice[]
    readonly outcomes: NodeOutcomes | null
  } | null
  readonly error: ErrorDetail | null
  /** When the reply of another process is ended: only while its lease has expired. */
  readonly onlyIfOrphaned: boolean
}

export type EndedReply = { readonly version: number; readonly remainingRequests: number }

/**
 * Ends a reply that still runs, and moves its chat on. Null when there was none to end. The chat is locked before the
 * message, the order in which a deletion takes them, so that the two cannot wait for each other.
 */
export async function endReply(client: PoolClient, end: ReplyEnd): Promise<EndedReply | null> {
  const { rows } = await client.query<EndedReply>({
    name: 'end-reply',
    text: `
      WITH locked AS MATERIALIZED (
        SELECT id FROM chat WHERE id = $1::uuid FOR UPDATE
      ), ended AS (
        UPDATE message m SET status = $4::message_status, content = coalesce($5, m.content),
          reasoning = coalesce($6, m.reasoning), steps = coalesce($7::jsonb, m.steps), notices = coalesce($10::jsonb, m.notices), error = $8::jsonb,
          finished_at = now(), lease_expires_at = NULL,
          -- Only these can be continued.
          node_outcomes = CASE WHEN $4::message_status IN ('stopped', 'interrupted') THEN coalesce($11::jsonb, m.node_outcomes) END
        FROM locked
        WHERE m.id = $2::uuid AND m.run_id = $3::uuid AND m.chat_id = locked.id AND m.status = 'generating'
          AND (NOT $9::boolean OR m.lease_expires_at < now())
        RETURNING m.id, m.chat_id
      ), moved AS (
        UPDATE chat c SET version = c.version + 1, updated_at = now()
        FROM ended JOIN chat o ON o.id = ended.chat_id JOIN tenant t ON t.id = o.tenant_id
        WHERE c.id = ended.chat_id
        RETURNING c.version, greatest(0, t.requests_per_chat - c.request_count) AS remaining
      )
      SELECT m.version, m.remaining AS "remainingRequests", pg_notify('${changedChannel}', e.id::text) FROM moved m, ended e`,
    values: [
      end.chatId,
      end.replyId,
      end.runId,
      end.status,
      end.content?.text ?? null,
      end.content?.reasoning ?? null,
      end.content && JSON.stringify(end.content.steps),
      end.error && JSON.stringify(end.error),
      end.onlyIfOrphaned,
      end.content && JSON.stringify(end.content.notices),
      end.content && storableOutcomes(end.content.outcomes),
    ],
  })
  return rows[0] ?? null
}
