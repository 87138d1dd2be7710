// Accepts a message. Prisma cannot say it: one statement compares, counts and inserts.
import type { Language } from '@heddle/contracts/languages'
import type { NodeOutcomes } from '@heddle/workflow/value'
import type { Pool, PoolClient } from 'pg'
import { toStorableJson } from '../../../platform/database/storable-text.ts'
import { leaseSeconds } from '../reply.rules.ts'
import type { Turn } from '../../run/history.ts'

/** What is asked of a chat: a reply to a new question, or to one that is there; a new reply, or the last one that goes on. */
export type NewReply = {
  readonly chatId: string
  readonly version: number
  readonly questionId: string
  /** Null when the question is there already. */
  readonly newQuestion: { readonly content: string; readonly parentId: string | null } | null
  readonly replyId: string
  /** The reply is there already, and goes on from what it has. */
  readonly continues: { readonly text: string; readonly reasoning: string } | null
  readonly runId: string
  readonly clientMessageId: string
  /** For a chat that has none yet. */
  readonly title: string
  readonly responseLanguage: Language
  readonly modelId: string
  readonly modelName: string
  readonly workflowVersionId: string
  /** Its number. */
  readonly workflowVersion: number
  /** What the run does not ask again; null when that is unknown. */
  readonly outcomes: NodeOutcomes | null
  readonly maxRunning: number
}

/** How the chat stood, and, when the message was accepted, how it stands since. */
export type Acceptance = {
  readonly seenVersion: number
  readonly isFull: boolean
  /** Replies of the chat's owner. */
  readonly running: number
  readonly accepted: AcceptedReply | null
}

export type AcceptedReply = {
  readonly version: number
  readonly conversationId: string
  readonly remainingRequests: number
  readonly createdAt: Date
  /** Of a new question, whose reply is one deeper. */
  readonly depth: number
  /** The questions beside a new one: how many there were, and the last of them. */
  readonly siblingCount: number
  readonly lastSiblingId: string | null
}

type AcceptanceRow = Omit<Acceptance, 'accepted'> & Omit<AcceptedReply, 'version'> & { readonly version: number | null }

/**
 * Begins a transaction that holds the lock of one user's sends: it makes the count of the user's running replies a fact
 * until the commit. The numbers come from the id's last 64 bits, so nothing but digits enters the statement.
 */
export const beginSend = (userId: string) => {
  const bits = BigInt.asIntN(64, BigInt(`0x${userId.replaceAll('-', '').slice(-16)}`))
  return `BEGIN; SELECT pg_advisory_xact_lock(${bits})`
}

/**
 * Takes one request of the chat, if it is still as the sender saw it: inserts the question where it is new, and inserts the
 * row of the reply or has it go on. Null when there is no such chat. What else the request depends on was read at
 * `version`, and every change of the messages raises that.
 */
export async function acceptReply(client: PoolClient, reply: NewReply): Promise<Acceptance | null> {
  const { newQuestion, continues } = reply
  const { rows } = await client.query<AcceptanceRow>({
    name: 'accept-reply',
    text: `
      WITH seen AS (
        SELECT c.id, c.version, t.requests_per_chat, c.request_count >= t.requests_per_chat AS is_full,
          (SELECT count(*)::int FROM running_reply r WHERE r.owner_id = c.owner_id AND r.lease_expires_at > now()) AS running
        FROM chat c JOIN tenant t ON t.id = c.tenant_id
        WHERE c.id = $1::uuid
      ), taken AS (
        UPDATE chat c SET version = c.version + 1, request_count = c.request_count + 1, updated_at = now(),
          title = coalesce(c.title, $6::text), last_message_id = $4::uuid,
          -- A reply that goes on was chosen a model and a language before; the chat's are for what comes next.
          model_id = CASE WHEN $15::boolean THEN c.model_id ELSE $9::uuid END,
          response_language = CASE WHEN $15::boolean THEN c.response_language ELSE $8::language END
        FROM seen s
        WHERE c.id = s.id AND c.version = $2::int AND NOT s.is_full AND s.running < $13::int
          AND NOT EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating')
        RETURNING c.version, c.owner_id, c.conversation_id, s.requests_per_chat - c.request_count AS remaining
      ), place AS MATERIALIZED (
        SELECT coalesce((SELECT p.depth + 1 FROM message p WHERE p.id = $14::uuid), 0) AS depth FROM taken WHERE $5::text IS NOT NULL
      ), sibling AS (
        SELECT count(*)::int AS count, (array_agg(s.id ORDER BY s.id DESC))[1] AS last
        FROM place JOIN message s ON s.chat_id = $1::uuid AND s.depth = place.depth AND s.parent_id IS NOT DISTINCT FROM $14::uuid
      ), question AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, content, response_language, client_message_id, created_at, finished_at)
        SELECT $3::uuid, $1::uuid, $14::uuid, depth, 'user', $5::text, $8::language, $7::uuid, now(), now() FROM place
      ), reply AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, status, response_language, model_id, model_name, workflow_version_id,
          client_message_id, run_id, run_started_at, created_at, node_outcomes)
        SELECT $4::uuid, $1::uuid, $3::uuid, 1 + coalesce((SELECT depth FROM place), (SELECT q.depth FROM message q WHERE q.id = $3::uuid)),
          'assistant', 'generating', $8::language, $9::uuid, $10::text, $11::uuid,
          CASE WHEN $5::text IS NULL THEN $7::uuid END, $12::uuid, now(), now(), $18::jsonb
        FROM taken WHERE NOT $15::boolean
      ), continued AS (
        UPDATE message m SET status = 'generating', client_message_id = $7::uuid, model_id = $9::uuid, model_name = $10::text,
          workflow_version_id = $11::uuid, run_id = $12::uuid, run_started_at = now(), run_content_start = $16::int,
          run_reasoning_start = $17::int, finished_at = NULL, error = NULL, node_outcomes = $18::jsonb
        FROM taken WHERE $15::boolean AND m.id = $4::uuid
      ), running AS (
        INSERT INTO running_reply (run_id, owner_id, lease_expires_at)
        SELECT $12::uuid, owner_id, now() + interval '${leaseSeconds} s' FROM taken
      )
      SELECT s.version AS "seenVersion", s.is_full AS "isFull", s.running, t.version, t.conversation_id AS "conversationId",
        t.remaining AS "remainingRequests", now()::timestamptz(3) AS "createdAt", place.depth, sibling.count AS "siblingCount",
        sibling.last AS "lastSiblingId"
      FROM seen s LEFT JOIN taken t ON true LEFT JOIN place ON true CROSS JOIN sibling`,
    values: [
      reply.chatId,
      reply.version,
      reply.questionId,
      reply.replyId,
      newQuestion?.content ?? null,
      reply.title,
      reply.clientMessageId,
      reply.responseLanguage,
      reply.modelId,
      reply.modelName,
      reply.workflowVersionId,
      reply.runId,
      reply.maxRunning,
      newQuestion?.parentId ?? null,
      continues !== null,
      continues?.text.length ?? 0,
      continues?.reasoning.length ?? 0,
      toStorableJson(reply.outcomes),
    ],
  })
  const row = rows[0]
  if (!row) return null
  const { seenVersion, isFull, running, version, ...rest } = row
  return { seenVersion, isFull, running, accepted: version === null ? null : { version, ...rest } }
}

/** The last messages of the path that ends at `leafId`, the oldest first. */
export async function loadHistory(pool: Pool, leafId: string, most: number): Promise<Turn[]> {
  const { rows } = await pool.query<Turn>({
    name: 'load-history',
    text: `
      WITH RECURSIVE path AS (
        SELECT id, parent_id, role, content, depth, 1 AS place FROM message WHERE id = $1
        UNION ALL
        SELECT m.id, m.parent_id, m.role, m.content, m.depth, p.place + 1 FROM path p JOIN message m ON m.id = p.parent_id WHERE p.place < $2
      )
      SELECT role::text, content FROM path ORDER BY depth`,
    values: [leafId, most],
  })
  return rows
}
