// Taking a message: one query that reads all it takes to decide, and one statement that decides.
import type { Language } from '@heddle/contracts/languages'
import type { Pool, PoolClient } from 'pg'
import type { ChatAccess } from '../../../permissions/chat.permissions.ts'
import type { ChoosableModel } from '../chat.rules.ts'
import { leaseSeconds, type Turn } from './reply.rules.ts'

export type SendContext = ChatAccess & {
  readonly id: string
  readonly version: number
  readonly modelId: string | null
  readonly responseLanguage: Language
  readonly title: string | null
  readonly lastMessageId: string | null
  readonly assistantId: string | null
  readonly assistantGroupId: string | null
  readonly assistantIsPublic: boolean | null
  readonly assistantCreatedById: string | null
  readonly userPrompt: string | null
  readonly workflowGroupId: string | null
  readonly openToAllGroups: boolean | null
  readonly allowUserPrompt: boolean | null
  readonly workflowVersionId: string | null
  readonly graph: unknown
  readonly models: readonly ChoosableModel[]
  /** The reply of this chat that counts as running, and whether its process has fallen silent. */
  readonly generatingId: string | null
  readonly leaseExpired: boolean | null
  /** The question that this very submit has made before. */
  readonly acceptedQuestionId: string | null
}

/** Everything that a send depends on, in one round trip. */
export async function findSendContext(pool: Pool, chatId: string, clientMessageId: string): Promise<SendContext | null> {
  const { rows } = await pool.query<SendContext>({
    name: 'find-send-context',
    text: `
      SELECT c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", c.explicitly_public AS "explicitlyPublic", c.version,
        c.model_id AS "modelId", c.response_language::text AS "responseLanguage", c.title, c.last_message_id AS "lastMessageId",
        a.id AS "assistantId", a.group_id AS "assistantGroupId", a.is_public AS "assistantIsPublic",
        a.created_by_id AS "assistantCreatedById", a.user_prompt AS "userPrompt",
        w.group_id AS "workflowGroupId", w.open_to_all_groups AS "openToAllGroups", w.allow_user_prompt AS "allowUserPrompt",
        v.id AS "workflowVersionId", v.graph,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'isDefault', m.is_default) ORDER BY m.position, m.id), '[]')
         FROM model m WHERE m.tenant_id = c.tenant_id AND m.enabled) AS models,
        g.id AS "generatingId", g.lease_expires_at < now() AS "leaseExpired",
        (SELECT q.id FROM message q WHERE q.chat_id = c.id AND q.client_message_id = $2) AS "acceptedQuestionId"
      FROM chat c
      LEFT JOIN assistant a ON a.id = c.assistant_id
      LEFT JOIN workflow w ON w.id = a.workflow_id
      LEFT JOIN LATERAL (
        SELECT id, graph FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1
      ) v ON true
      LEFT JOIN message g ON g.chat_id = c.id AND g.status = 'generating'
      WHERE c.id = $1`,
    values: [chatId, clientMessageId],
  })
  return rows[0] ?? null
}

export type NewMessage = {
  readonly chatId: string
  readonly version: number
  readonly questionId: string
  readonly replyId: string
  readonly runId: string
  readonly clientMessageId: string
  readonly content: string
  /** For a chat that has none yet. */
  readonly title: string
  readonly responseLanguage: Language
  readonly modelId: string
  readonly modelName: string
  readonly workflowVersionId: string
  readonly mostRunning: number
}

/** How the chat stood, and, when the message was taken, how it stands since. */
export type Acceptance = {
  readonly seenVersion: number
  readonly isFull: boolean
  /** Replies of the chat's owner. */
  readonly running: number
  readonly taken: {
    readonly version: number
    readonly conversationId: string
    readonly remainingRequests: number
    readonly depth: number
    readonly siblings: number
    readonly createdAt: Date
  } | null
}

type AcceptanceRow = {
  seenVersion: number
  isFull: boolean
  running: number
  version: number | null
  conversationId: string
  remainingRequests: number
  depth: number
  siblings: number
  createdAt: Date
}

/**
 * Begins a transaction that holds the lock of one user's sends: it makes the count of the user's running replies a fact
 * until the commit. The numbers come from the id's last 64 bits, so nothing but digits enters the statement.
 */
export const beginSendOf = (userId: string) => {
  const bits = BigInt.asIntN(64, BigInt(`0x${userId.replaceAll('-', '').slice(-16)}`))
  return `BEGIN; SELECT pg_advisory_xact_lock(${bits})`
}

/** Inserts the question and the row of its reply, if the chat is still as the sender saw it; null when there is no such chat. */
export async function acceptMessage(client: PoolClient, message: NewMessage): Promise<Acceptance | null> {
  const { rows } = await client.query<AcceptanceRow>({
    name: 'accept-message',
    text: `
      WITH seen AS (
        SELECT c.id, c.version, c.last_message_id, t.requests_per_chat, c.request_count >= t.requests_per_chat AS is_full,
          (SELECT count(*)::int FROM message m JOIN chat o ON o.id = m.chat_id
           WHERE o.owner_id = c.owner_id AND m.status = 'generating' AND m.lease_expires_at > now()) AS running
        FROM chat c JOIN tenant t ON t.id = c.tenant_id
        WHERE c.id = $1::uuid
      ), taken AS (
        UPDATE chat c SET version = c.version + 1, request_count = c.request_count + 1, updated_at = now(),
          title = coalesce(c.title, $6::text), last_message_id = $4::uuid, model_id = $9::uuid, response_language = $8::language
        FROM seen s
        WHERE c.id = s.id AND c.version = $2::int AND NOT s.is_full AND s.running < $13::int
          AND NOT EXISTS (SELECT FROM message g WHERE g.chat_id = c.id AND g.status = 'generating')
        RETURNING c.version, c.conversation_id, s.requests_per_chat - c.request_count AS remaining, s.last_message_id AS parent_id
      ), question AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, content, response_language, client_message_id, created_at, finished_at)
        SELECT $3::uuid, $1::uuid, t.parent_id, coalesce((SELECT p.depth + 1 FROM message p WHERE p.id = t.parent_id), 0), 'user', $5::text, $8::language, $7::uuid, now(), now()
        FROM taken t
        RETURNING depth, parent_id, created_at
      ), reply AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, status, response_language, model_id, model_name, workflow_version_id,
          run_id, lease_expires_at, created_at)
        SELECT $4::uuid, $1::uuid, $3::uuid, q.depth + 1, 'assistant', 'generating', $8::language, $9::uuid, $10::text, $11::uuid, $12::uuid, now() + interval '${leaseSeconds} s', now()
        FROM question q
      )
      SELECT s.version AS "seenVersion", s.is_full AS "isFull", s.running, t.version, t.conversation_id AS "conversationId",
        t.remaining AS "remainingRequests", q.depth, q.created_at AS "createdAt",
        (SELECT count(*)::int FROM message b
         WHERE b.chat_id = s.id AND b.depth = q.depth AND b.parent_id IS NOT DISTINCT FROM q.parent_id) AS siblings
      FROM seen s LEFT JOIN taken t ON true LEFT JOIN question q ON true`,
    values: [
      message.chatId,
      message.version,
      message.questionId,
      message.replyId,
      message.content,
      message.title,
      message.clientMessageId,
      message.responseLanguage,
      message.modelId,
      message.modelName,
      message.workflowVersionId,
      message.runId,
      message.mostRunning,
    ],
  })
  const row = rows[0]
  if (!row) return null
  const { seenVersion, isFull, running, version, ...rest } = row
  return { seenVersion, isFull, running, taken: version === null ? null : { version, ...rest } }
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
