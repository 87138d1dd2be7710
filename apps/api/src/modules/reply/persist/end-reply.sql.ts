// Ends a reply. Prisma cannot say it: one statement compares, locks in order and writes.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { ReplyNotice, ReplyStep } from '@heddle/contracts/message/message'
import type { KeptContext } from '@heddle/contracts/message/told'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import type { PoolClient } from 'pg'
import { toStorableJson } from '../../../platform/database/storable-text.ts'
import { changedChannel } from '../stream/notifications.ts'
import type { RunStatus } from '../../run/run.rules.ts'

export type ReplyEnd = {
  readonly chatId: string
  readonly replyId: string
  readonly runId: string
  readonly status: RunStatus
  /** Null when the reply of another process is ended: what its process has saved stays, also since it was looked at. */
  readonly content: {
    readonly text: string
    readonly reasoning: string
    readonly steps: readonly ReplyStep[]
    readonly notices: readonly ReplyNotice[]
    readonly outcomes: NodeOutcomes | null
    /** Null when no model was asked: what is known of an earlier run stays. */
    readonly told: KeptContext | null
  } | null
  readonly error: ErrorDetail | null
  /** The model that answered in place of the reply's own. */
  readonly replacedBy: { readonly id: string; readonly name: string } | null
  /** When the reply of another process is ended: only while its lease has expired. */
  readonly onlyIfOrphaned: boolean
}

export type EndedReply = { readonly version: number; readonly remainingRequests: number }

/**
 * Ends a reply that still runs, and moves its chat on. Null when there was none to end. The chat is locked before the message, the
 * order in which a deletion takes them, and the running reply last, so that no two can wait for each other.
 */
export async function endReply(client: PoolClient, end: ReplyEnd): Promise<EndedReply | null> {
  const { rows } = await client.query<EndedReply>({
    name: 'end-reply',
    text: `
      WITH locked AS MATERIALIZED (
        SELECT id FROM chat WHERE id = $1::uuid FOR UPDATE
      ), running AS MATERIALIZED (
        -- Only looked at for the reply of another process, which may just have saved it.
        SELECT r.lease_expires_at, r.steps, r.node_outcomes
        FROM locked JOIN message m ON m.chat_id = locked.id AND m.id = $2::uuid AND m.run_id = $3::uuid AND m.status = 'generating'
        JOIN running_reply r ON r.run_id = m.run_id
        FOR NO KEY UPDATE OF m, r
      ), ended AS (
        UPDATE message m SET status = $4::message_status, content = coalesce($5, m.content || saved_text(m.run_id)),
          reasoning = coalesce($6, m.reasoning || saved_reasoning(m.run_id)),
          steps = coalesce($7::jsonb, (SELECT steps FROM running), m.steps), notices = coalesce($10::jsonb, m.notices), error = $8::jsonb,
          finished_at = now(), model_id = coalesce((SELECT id FROM model WHERE id = $12::uuid), m.model_id),
          model_name = coalesce($13, m.model_name), told = coalesce($14::jsonb, m.told),
          -- Only these can be continued.
          node_outcomes = CASE WHEN $4::message_status IN ('stopped', 'interrupted')
            THEN coalesce($11::jsonb, (SELECT node_outcomes FROM running), m.node_outcomes) END
        FROM locked
        WHERE m.id = $2::uuid AND m.run_id = $3::uuid AND m.chat_id = locked.id AND m.status = 'generating'
          -- Without a row, the crash of the database that emptied the table was long ago: the sweeper has waited for its process.
          AND (NOT $9::boolean OR coalesce((SELECT lease_expires_at < now() FROM running), true))
        RETURNING m.id, m.chat_id, m.run_id
      ), forgotten AS (
        DELETE FROM running_reply r USING ended WHERE r.run_id = ended.run_id
      ), dropped AS (
        DELETE FROM reply_chunk c USING ended WHERE c.run_id = ended.run_id
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
      end.content && toStorableJson(end.content.outcomes),
      end.replacedBy?.id ?? null,
      end.replacedBy?.name ?? null,
      end.content?.told ? toStorableJson(end.content.told) : null,
    ],
  })
  return rows[0] ?? null
}
