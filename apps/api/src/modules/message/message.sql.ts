// The messages of a path through a chat, or of its whole tree. Prisma cannot say it: the path is recursive, and one flat statement
// reads the part of it that is wanted, at a cost that does not grow with the chat.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type {
  Message,
  MessageFeedback,
  MessageFile,
  MessageSource,
  MessageStatus,
  ReplyNotice,
  ReplyStep,
} from '@heddle/contracts/message/message'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { KeptContext } from '@heddle/contracts/message/told'
import { currentReasoning, currentSteps, currentText } from './current-text.sql.ts'
import { isBlindReply } from './comparison.sql.ts'
import { inOrderOfUse, sourceAsJson, sourceJoins } from './citation/citation.sql.ts'
import { type MessageStore, openMessages } from './seal/message-store.ts'

export type MessageRow = {
  readonly id: string
  readonly depth: number
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly reasoning: string
  readonly steps: readonly ReplyStep[]
  readonly status: MessageStatus
  readonly responseLanguage: Language
  readonly modelId: string | null
  readonly modelName: string | null
  readonly assistantId: string | null
  readonly assistantName: LocalizedText | null
  readonly workflowVersion: number | null
  readonly createdAt: Date
  readonly error: ErrorDetail | null
  readonly siblings: Message['siblings']
  readonly files: readonly MessageFile[]
  readonly feedback: MessageFeedback | null
  readonly notices: readonly ReplyNotice[]
  readonly sources: readonly MessageSource[]
  readonly comparisonId: string | null
  /** From 0; null without a comparison. */
  readonly comparisonPosition: number | null
  /** Whether who made it is hidden. */
  readonly isBlind: boolean
}

export type PathQuery = {
  readonly chatId: string
  /** Whose feedback is shown, and whose sources: what goes to all readers has none, and no passage that some of them may not read. */
  readonly readerId: string | null
  /** The last message; without it, the last of the shown path. */
  readonly leafId?: string
  /** The last so many of the path. */
  readonly limit?: number
  readonly withSources: boolean
}

export type MessagePageQuery = {
  readonly chatId: string
  readonly readerId: string
  /** The message below the page, which is not part of it. */
  readonly before: string
  /** The depths of the first and the last message. */
  readonly first: number
  readonly last: number
}

/** The messages whose ids `path` selects, of chat $1 as its reader $2 sees them, with sources if $3. */
const selectMessages = (path: string) => `
    WITH RECURSIVE ${path},
    range AS (
      SELECT min(m.depth) AS first, max(m.depth) AS last FROM path JOIN message m USING (id)
    ), tree AS (
      SELECT id, jsonb_build_object('index', row_number() OVER place - 1, 'count', count(*) OVER (PARTITION BY depth, parent_id),
        'previous_id', lag(id) OVER place, 'next_id', lead(id) OVER place) AS siblings
      FROM message WHERE chat_id = $1 AND depth BETWEEN (SELECT first FROM range) AND (SELECT last FROM range)
      WINDOW place AS (PARTITION BY depth, parent_id ORDER BY id)
    ), file AS (
      SELECT s.message_id, jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type,
        'size', f.size_bytes, 'findings', f.findings)
        ORDER BY s.position) AS list
      FROM chat_file f JOIN chat_file_message s ON s.file_id = f.id WHERE f.chat_id = $1 GROUP BY s.message_id
    ), source AS (
      SELECT s.message_id, jsonb_agg(${sourceAsJson('$2')} ${inOrderOfUse}) AS list
      FROM message_source s JOIN message m ON m.id = s.message_id ${sourceJoins}
      WHERE $3 AND s.message_id IN (SELECT id FROM path) GROUP BY s.message_id
    )
    SELECT m.id, m.parent_id AS "parentId", m.depth, m.role::text, ${currentText} AS content,
      ${currentReasoning} AS reasoning, ${currentSteps} AS steps, m.status::text, m.response_language::text AS "responseLanguage",
      m.model_id AS "modelId", m.model_name AS "modelName", m.assistant_id AS "assistantId", m.assistant_name AS "assistantName", v.number AS "workflowVersion", m.created_at AS "createdAt", m.notices, m.error,
      m.comparison_id AS "comparisonId", m.comparison_position AS "comparisonPosition", ${isBlindReply} AS "isBlind",
      tree.siblings, coalesce(file.list, '[]') AS files,
      coalesce(source.list, '[]') AS sources,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('rating', f.rating, 'reason', f.reason,
        'include_conversation', f.conversation IS NOT NULL, 'is_dealt_with', f.dealt_with_at IS NOT NULL) END AS feedback
    FROM path JOIN message m USING (id) JOIN tree USING (id)
    LEFT JOIN workflow_version v ON v.id = m.workflow_version_id
    LEFT JOIN file ON file.message_id = m.id
    LEFT JOIN source ON source.message_id = m.id
    LEFT JOIN message_feedback f ON f.message_id = m.id AND f.user_id = $2
    ORDER BY m.depth, m.id`

const pathFromLeaf = `path AS (
      SELECT m.id, m.parent_id, 1 AS place FROM message m
      WHERE m.chat_id = $1 AND m.id = coalesce($4::uuid, (SELECT last_message_id FROM chat WHERE id = $1))
      UNION ALL
      SELECT m.id, m.parent_id, p.place + 1 FROM path p JOIN message m ON m.id = p.parent_id WHERE p.place < $5
    )`

/** The messages on the way up from the leaf, the oldest first. */
export async function loadPath(store: MessageStore, { chatId, readerId, leafId, limit, withSources }: PathQuery): Promise<MessageRow[]> {
  const { rows } = await store.db.query<MessageRow>({
    name: 'load-path',
    text: selectMessages(pathFromLeaf),
    values: [chatId, readerId, withSources, leafId ?? null, limit ?? 1_000_000],
  })
  return openMessages(store, chatId, rows)
}

const pageOfPath = `up AS (
      SELECT m.id, m.parent_id, m.depth FROM message m WHERE m.chat_id = $1 AND m.id = $4
      UNION ALL
      SELECT m.id, m.parent_id, m.depth FROM up JOIN message m ON m.id = up.parent_id WHERE up.depth > $5
    ), path AS (
      SELECT id FROM up WHERE depth BETWEEN $5 AND $6
    )`

/** The messages between two depths on the way up from a message, with their sources, the oldest first. */
export async function loadMessagePage(
  store: MessageStore,
  { chatId, readerId, before, first, last }: MessagePageQuery,
): Promise<MessageRow[]> {
  const { rows } = await store.db.query<MessageRow>({
    name: 'load-message-page',
    text: selectMessages(pageOfPath),
    values: [chatId, readerId, true, before, first, last],
  })
  return openMessages(store, chatId, rows)
}

/** The depth of each of `ids` that is on the way up from the leaf, itself included. */
export async function findDepths(
  { db }: MessageStore,
  chatId: string,
  leafId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; depth: number }>({
    name: 'find-message-depths',
    text: `
      WITH RECURSIVE up AS (
        SELECT m.id, m.parent_id, m.depth FROM message m WHERE m.chat_id = $1 AND m.id = $2
        UNION ALL
        SELECT m.id, m.parent_id, m.depth FROM up JOIN message m ON m.id = up.parent_id
        WHERE up.depth > (SELECT min(depth) FROM message WHERE chat_id = $1 AND id = ANY ($3::uuid[]))
      )
      SELECT id, depth FROM up WHERE id = ANY ($3::uuid[])`,
    values: [chatId, leafId, ids],
  })
  return new Map(rows.map(({ id, depth }) => [id, depth]))
}

export type ToldRow = {
  readonly told: KeptContext | null
  readonly earlierCount: number
  readonly notices: readonly ReplyNotice[]
}

/** What a model was told for a reply of the chat; null when there is no such reply. */
export async function findTold({ db }: MessageStore, chatId: string, messageId: string): Promise<ToldRow | null> {
  const { rows } = await db.query<ToldRow>(
    `SELECT told, greatest(0, depth - 1) AS "earlierCount", notices FROM message WHERE chat_id = $1 AND id = $2 AND role = 'assistant'`,
    [chatId, messageId],
  )
  return rows[0] ?? null
}

/** The replies of a comparison with their sources. */
export async function loadCompared(store: MessageStore, chatId: string, readerId: string, comparisonId: string): Promise<MessageRow[]> {
  const { rows } = await store.db.query<MessageRow>({
    name: 'load-compared',
    text: selectMessages('path AS (SELECT m.id FROM message m WHERE m.chat_id = $1 AND m.comparison_id = $4)'),
    values: [chatId, readerId, true, comparisonId],
  })
  return openMessages(store, chatId, rows)
}

export type TreeMessageRow = MessageRow & { readonly parentId: string | null }

/** All messages of a chat with their sources, each after the one that it answers. */
export async function loadTree(store: MessageStore, chatId: string, readerId: string): Promise<TreeMessageRow[]> {
  const { rows } = await store.db.query<TreeMessageRow>(selectMessages('path AS (SELECT m.id FROM message m WHERE m.chat_id = $1)'), [
    chatId,
    readerId,
    true,
  ])
  return openMessages(store, chatId, rows)
}
