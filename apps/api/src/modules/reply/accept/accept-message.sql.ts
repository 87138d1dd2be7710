// Accepts a message. Prisma cannot say it: one statement compares, counts and inserts.
import type { Language } from '@heddle/contracts/languages'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import type { ErrorDetail } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { toStorableJson } from '../../../platform/database/storable-text.ts'
import { seesTemporary } from '../../../platform/permissions/temporary.permissions.ts'
import { type MessageStore, openMessages } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'
import { leaseSeconds, temporaryEnd } from '../reply.rules.ts'
import type { HistoryTurn } from '../../run/history.ts'

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
  /** For a chat that has none yet; null for a temporary one, which gets none. */
  readonly title: string | null
  /** Of a temporary chat. */
  readonly seal: Seal | null
  readonly responseLanguage: Language
  readonly modelId: string
  readonly modelName: string
  /** Answers instead of the assistant of the chat; null for that one. */
  readonly otherAssistant: { readonly id: string; readonly name: LocalizedText } | null
  readonly workflowVersionId: string
  /** Its number. */
  readonly workflowVersion: number
  /** What the run does not ask again; null when that is unknown. */
  readonly outcomes: NodeOutcomes | null
  /** Beside other replies to the same question; null for one alone. */
  readonly compared: ComparedPosition | null
}

/** The place of a reply in its comparison. */
export type ComparedPosition = {
  readonly comparisonId: string
  readonly position: number
  readonly size: number
  readonly isBlind: boolean
  /** How many of its replies were accepted before. */
  readonly earlier: number
}

/** How the chat stood, and, when the message was accepted, how it stands since. */
export type Acceptance = {
  readonly seenVersion: number
  readonly isFull: boolean
  /** Replies of the chat's owner, of which those beside each other are one. */
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

/** The reply as the row `given` of the statement. */
const toGivenRow = ({ newQuestion, continues, seal, ...reply }: NewReply) => ({
  chat_id: reply.chatId,
  version: reply.version,
  question_id: reply.questionId,
  content: newQuestion && seal ? seal.seal(newQuestion.content) : (newQuestion?.content ?? null),
  parent_id: newQuestion?.parentId ?? null,
  reply_id: reply.replyId,
  continues: continues !== null,
  content_start: continues?.text.length ?? 0,
  reasoning_start: continues?.reasoning.length ?? 0,
  run_id: reply.runId,
  client_message_id: reply.clientMessageId,
  title: reply.title,
  language: reply.responseLanguage,
  model_id: reply.modelId,
  model_name: reply.modelName,
  assistant_id: reply.otherAssistant?.id ?? null,
  assistant_name: reply.otherAssistant?.name ?? null,
  workflow_version_id: reply.workflowVersionId,
  // What nodes came to is not kept of a temporary chat: a reply that is continued asks them again.
  outcomes: seal ? null : reply.outcomes,
  comparison_id: reply.compared?.comparisonId ?? null,
  comparison_position: reply.compared?.position ?? null,
  comparison_size: reply.compared?.size ?? null,
  is_blind: reply.compared?.isBlind ?? null,
  is_beside: (reply.compared?.earlier ?? 0) > 0,
})

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
  const { rows } = await client.query<AcceptanceRow>({
    name: 'accept-reply',
    text: `
      WITH given AS MATERIALIZED (
        SELECT * FROM jsonb_to_record($1::jsonb) AS g(
          chat_id uuid, version int, question_id uuid, content text, parent_id uuid, reply_id uuid, continues boolean, content_start int,
          reasoning_start int, run_id uuid, client_message_id uuid, title text, language language, model_id uuid, model_name text,
          assistant_id uuid, assistant_name jsonb, workflow_version_id uuid, outcomes jsonb,
          comparison_id uuid, comparison_position smallint, comparison_size smallint, is_blind boolean, is_beside boolean)
      ), seen AS (
        SELECT c.id, c.version, t.requests_per_chat, c.request_count >= t.requests_per_chat AS is_full,
          -- Replies beside each other are one, and those that this one is beside are none more.
          (SELECT count(DISTINCT coalesce(m.comparison_id, r.run_id))::int FROM running_reply r LEFT JOIN message m ON m.run_id = r.run_id
           WHERE r.owner_id = c.owner_id AND r.lease_expires_at > now()
             AND (m.comparison_id IS NULL OR m.comparison_id IS DISTINCT FROM (SELECT comparison_id FROM given))) AS running
        FROM chat c JOIN tenant t ON t.id = c.tenant_id
        WHERE c.id = (SELECT chat_id FROM given) AND ${seesTemporary('open')}
      ), taken AS (
        UPDATE chat c SET version = c.version + 1, request_count = c.request_count + 1, updated_at = now(),
          title = coalesce(c.title, g.title), archived_at = NULL,
          last_message_id = CASE WHEN g.is_beside THEN c.last_message_id ELSE g.reply_id END,
          temporary_until = CASE WHEN c.temporary_until IS NOT NULL THEN ${temporaryEnd} END,
          -- A reply that goes on was chosen a model and a language before; the chat's are for what comes next. The model of another
          -- assistant is not the chat's, and of compared ones none is chosen yet.
          model_id = CASE WHEN g.continues OR g.assistant_id IS NOT NULL OR g.comparison_id IS NOT NULL THEN c.model_id ELSE g.model_id END,
          response_language = CASE WHEN g.continues THEN c.response_language ELSE g.language END
        FROM seen s, given g
        WHERE c.id = s.id AND NOT s.is_full
          -- The ends of those beside it raise the version; what came before their question cannot change.
          AND CASE WHEN g.is_beside THEN EXISTS (SELECT FROM message l WHERE l.id = c.last_message_id AND l.comparison_id = g.comparison_id)
            ELSE c.version = g.version END
          AND s.running < ${limits.runningRepliesPerUser}
          AND NOT EXISTS (SELECT FROM message m WHERE m.chat_id = c.id AND m.status = 'generating'
            AND NOT (g.is_beside AND m.comparison_id IS NOT DISTINCT FROM g.comparison_id))
        RETURNING c.version, c.owner_id, c.conversation_id, s.requests_per_chat - c.request_count AS remaining
      ), compared AS (
        INSERT INTO comparison (id, chat_id, is_blind, size)
        SELECT g.comparison_id, g.chat_id, g.is_blind, g.comparison_size FROM taken, given g WHERE g.comparison_id IS NOT NULL AND NOT g.is_beside
      ), place AS MATERIALIZED (
        SELECT coalesce((SELECT p.depth + 1 FROM message p WHERE p.id = g.parent_id), 0) AS depth
        FROM taken, given g WHERE g.content IS NOT NULL
      ), sibling AS (
        SELECT count(*)::int AS count, (array_agg(s.id ORDER BY s.id DESC))[1] AS last
        FROM place JOIN message s ON s.chat_id = (SELECT chat_id FROM given) AND s.depth = place.depth
          AND s.parent_id IS NOT DISTINCT FROM (SELECT parent_id FROM given)
      ), question AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, content, response_language, assistant_id, assistant_name, client_message_id,
          created_at, finished_at)
        SELECT g.question_id, g.chat_id, g.parent_id, depth, 'user', g.content, g.language,
          -- A question to several names none.
          CASE WHEN g.comparison_id IS NULL THEN g.assistant_id END, CASE WHEN g.comparison_id IS NULL THEN g.assistant_name END,
          g.client_message_id, now(), now()
        FROM place, given g
      ), reply AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, status, response_language, model_id, model_name, workflow_version_id,
          assistant_id, assistant_name, client_message_id, run_id, run_started_at, created_at, node_outcomes, comparison_id, comparison_position)
        SELECT g.reply_id, g.chat_id, g.question_id,
          1 + coalesce((SELECT depth FROM place), (SELECT q.depth FROM message q WHERE q.id = g.question_id)),
          'assistant', 'generating', g.language, g.model_id, g.model_name, g.workflow_version_id,
          g.assistant_id, g.assistant_name, CASE WHEN g.content IS NULL THEN g.client_message_id END, g.run_id, now(), now(), g.outcomes,
          g.comparison_id, g.comparison_position
        FROM taken, given g WHERE NOT g.continues
      ), continued AS (
        UPDATE message m SET status = 'generating', client_message_id = g.client_message_id, model_id = g.model_id,
          model_name = g.model_name, workflow_version_id = g.workflow_version_id, run_id = g.run_id, run_started_at = now(),
          run_content_start = g.content_start, run_reasoning_start = g.reasoning_start, finished_at = NULL, error = NULL,
          node_outcomes = g.outcomes
        FROM taken, given g WHERE g.continues AND m.id = g.reply_id
      ), running AS (
        INSERT INTO running_reply (run_id, owner_id, lease_expires_at)
        SELECT g.run_id, owner_id, now() + interval '${leaseSeconds} s' FROM taken, given g
      )
      SELECT s.version AS "seenVersion", s.is_full AS "isFull", s.running, t.version, t.conversation_id AS "conversationId",
        t.remaining AS "remainingRequests", now()::timestamptz(3) AS "createdAt", place.depth, sibling.count AS "siblingCount",
        sibling.last AS "lastSiblingId"
      FROM seen s LEFT JOIN taken t ON true LEFT JOIN place ON true CROSS JOIN sibling`,
    values: [toStorableJson(toGivenRow(reply))],
  })
  const row = rows[0]
  if (!row) return null
  const { seenVersion, isFull, running, version, ...rest } = row
  return { seenVersion, isFull, running, accepted: version === null ? null : { version, ...rest } }
}

/** The last messages of the path that ends at `leafId`, the oldest first. */
export async function loadHistory(store: MessageStore, chatId: string, leafId: string, limit: number): Promise<HistoryTurn[]> {
  const { rows } = await store.db.query<HistoryTurn>({
    name: 'load-history',
    text: `
      WITH RECURSIVE path AS (
        SELECT id, parent_id, role, content, depth, 1 AS place FROM message WHERE id = $1
        UNION ALL
        SELECT m.id, m.parent_id, m.role, m.content, m.depth, p.place + 1 FROM path p JOIN message m ON m.id = p.parent_id WHERE p.place < $2
      )
      SELECT role::text, content FROM path ORDER BY depth`,
    values: [leafId, limit],
  })
  return openMessages(store, chatId, rows)
}

/** Keeps why replies of a comparison were refused, by place. */
export async function saveRefusals(pool: Pool, comparisonId: string, refusals: Readonly<Record<number, ErrorDetail>>): Promise<void> {
  await pool.query('UPDATE comparison SET refusals = $2::jsonb WHERE id = $1', [comparisonId, toStorableJson(refusals)])
}
