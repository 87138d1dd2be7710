// The ended runs of a user, by their usage events. Prisma cannot say it: an event outlives what it is about, and has no relations.
import type { DebugModelCall, DebugRun, DebugRunFlow } from '@heddle/contracts/debug/debug-run'
import type { ReplyUsage } from '@heddle/contracts/reply/reply-stream'
import type { RunOutcome } from '@heddle/contracts/trial/workflow-run'
import type { Pool } from 'pg'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { seesTemporary } from '../../../platform/permissions/temporary.permissions.ts'
import { isBlindReply } from '../../message/comparison.sql.ts'

export type RunRow = {
  readonly id: string
  readonly eventId: string
  readonly flow: DebugRunFlow
  readonly outcome: RunOutcome
  readonly endedAt: Date
  readonly question: string | null
  readonly chat: { readonly id: string; readonly title: string | null } | null
  readonly assistant: { readonly id: string; readonly name: unknown } | null
  readonly workflow: { readonly id: string; readonly name: unknown; readonly version: number | null } | null
  readonly model: string
  readonly usage: ReplyUsage
  readonly ms: number
  readonly firstTokenMs: number | null
}

export type RunFilters = {
  readonly flow?: DebugRunFlow | undefined
  readonly outcome?: RunOutcome | undefined
  readonly assistant_id?: string | undefined
  readonly chat_id?: string | undefined
}

type PageKey = { readonly endedAt: Date; readonly eventId: string }

/** The beginning of a question that a list shows. */
const shownCharacters = 300

const tokens = (row: string) => `jsonb_build_object('input_tokens', ${row}.input_tokens, 'output_tokens', ${row}.output_tokens,
        'reasoning_tokens', ${row}.reasoning_tokens, 'estimated', ${row}.estimated)`

const columns = `
      u.run_id AS id, u.id AS "eventId", u.flow::text, u.outcome::text, u.created_at AS "endedAt",
      left(coalesce(q.content, r.question), ${shownCharacters}) AS question,
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'title', c.title) END AS chat,
      CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('id', a.id, 'name', a.name) END AS assistant,
      CASE WHEN w.id IS NOT NULL THEN jsonb_build_object('id', w.id, 'name', w.name, 'version', coalesce(r.version, v.number)) END AS workflow,
      u.model_name AS model, ${tokens('u')} AS usage, u.latency_ms AS ms, u.first_token_ms AS "firstTokenMs"`

/** The runs of user $1 of tenant $2, and of what they are about only what is the user's own or the tenant's; none that would name who makes a blind reply. */
const ownRuns = `
      FROM usage_event u
      LEFT JOIN chat c ON c.id = u.chat_id AND c.owner_id = u.user_id AND ${seesTemporary('none')}
      LEFT JOIN message m ON m.id = u.message_id AND m.chat_id = c.id
      LEFT JOIN message q ON q.id = m.parent_id
      LEFT JOIN workflow_run r ON r.id = u.run_id AND r.user_id = u.user_id
      LEFT JOIN workflow_version v ON v.id = u.workflow_version_id
      LEFT JOIN workflow w ON w.id = coalesce(r.workflow_id, v.workflow_id) AND w.tenant_id = u.tenant_id
      LEFT JOIN assistant a ON a.id = u.assistant_id AND a.tenant_id = u.tenant_id
      WHERE u.user_id = $1 AND u.tenant_id = $2 AND u.flow IN ('chat', 'test') AND NOT ${isBlindReply}`

/** The actor's own runs, the latest first. */
export async function findOwnRuns(
  pool: Pool,
  actor: Actor,
  filters: RunFilters,
  { after, take }: { readonly after: PageKey | null; readonly take: number },
): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>({
    name: 'find-own-runs',
    text: `
      SELECT ${columns} ${ownRuns}
        AND ($3::text IS NULL OR u.flow::text = $3) AND ($4::text IS NULL OR u.outcome::text = $4)
        AND ($5::uuid IS NULL OR u.assistant_id = $5) AND ($6::uuid IS NULL OR u.chat_id = $6)
        AND ($7::timestamptz IS NULL OR (u.created_at, u.id) < ($7, $8::uuid))
      ORDER BY u.created_at DESC, u.id DESC LIMIT $9`,
    values: [
      actor.id,
      actor.tenantId,
      filters.flow,
      filters.outcome,
      filters.assistant_id,
      filters.chat_id,
      after?.endedAt,
      after?.eventId,
      take,
    ],
  })
  return rows
}

export type OwnRun = RunRow & {
  readonly nodes: DebugRun['nodes']
  readonly calls: readonly DebugModelCall[]
  /** The reply, while its chat exists. */
  readonly messageId: string | null
  /** What the last run of the reply found there, in UTF-16 units. */
  readonly contentStart: number
  readonly reasoningStart: number
}

/** One of the actor's own runs with its model calls; null when the actor has no such run. */
export async function findOwnRun(pool: Pool, actor: Actor, id: string): Promise<OwnRun | null> {
  const { rows } = await pool.query<OwnRun>({
    name: 'find-own-run',
    text: `
      SELECT ${columns},
        m.id AS "messageId", coalesce(m.run_content_start, 0) AS "contentStart", coalesce(m.run_reasoning_start, 0) AS "reasoningStart",
        ARRAY(
          SELECT jsonb_build_object('id', n->>'id', 'type', n->>'type', 'title', coalesce(n->>'title', ''))
          FROM jsonb_array_elements(coalesce(
            v.graph, (SELECT t.graph FROM workflow_version t WHERE t.workflow_id = w.id AND t.number = r.version), w.draft)->'nodes') n
        ) AS nodes,
        ARRAY(
          SELECT jsonb_build_object('node_id', k.node_id, 'attempt', k.attempt, 'model', k.model_name, 'usage', ${tokens('k')},
            'cached_tokens', k.cached_tokens, 'server_calls', k.server_calls, 'first_token_ms', k.first_token_ms,
            'cost', CASE WHEN k.cost IS NOT NULL THEN jsonb_build_object('amount', k.cost::text, 'currency', k.currency) END)
          FROM usage_call k WHERE k.run_id = u.run_id ORDER BY k.seq
        ) AS calls
      ${ownRuns} AND u.run_id = $3`,
    values: [actor.id, actor.tenantId, id],
  })
  return rows[0] ?? null
}
