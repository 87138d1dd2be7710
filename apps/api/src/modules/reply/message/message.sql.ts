// The messages of a chat's shown path, or of its whole tree. Prisma cannot say it: the path is recursive, and one flat statement
// reads it, however long it is and however many branches it has.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import type { Message, MessageFeedback, MessageSource, MessageStatus, ReplyNotice, ReplyStep } from '@heddle/contracts/message'
import type { Pool, PoolClient } from 'pg'
import { inOrderOfUse, sourceAsJson } from '../source/source.sql.ts'

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
  readonly createdAt: Date
  readonly error: ErrorDetail | null
  readonly siblings: Message['siblings']
  readonly files: readonly { readonly id: string; readonly name: string; readonly media_type: string; readonly size: number }[]
  readonly feedback: MessageFeedback | null
  readonly notices: readonly ReplyNotice[]
  readonly sources: readonly MessageSource[]
}

export type PathQuery = {
  readonly chatId: string
  /** Whose feedback is shown: readers see only their own, and what goes to all of them has none. */
  readonly readerId: string | null
  /** The last message; without it, the last of the shown path. */
  readonly leafId?: string
  /** The last so many of the path. */
  readonly most?: number
  readonly withSources: boolean
}

/** The messages that `path` selects, of chat $1 as its reader $4 sees them, with sources if $5. */
const selectMessages = (path: string) => `
    WITH RECURSIVE path AS (
${path}
    ), tree AS (
      SELECT id, jsonb_build_object('index', row_number() OVER place - 1, 'count', count(*) OVER (PARTITION BY depth, parent_id),
        'previous_id', lag(id) OVER place, 'next_id', lead(id) OVER place) AS siblings
      FROM message WHERE chat_id = $1 AND depth >= (SELECT min(m.depth) FROM path JOIN message m USING (id))
      WINDOW place AS (PARTITION BY depth, parent_id ORDER BY id)
    ), file AS (
      SELECT s.message_id, jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'size', f.size_bytes)
        ORDER BY s.position) AS list
      FROM chat_file f JOIN chat_file_message s ON s.file_id = f.id WHERE f.chat_id = $1 GROUP BY s.message_id
    ), source AS (
      SELECT s.message_id, jsonb_agg(${sourceAsJson} ${inOrderOfUse}) AS list
      FROM message_source s JOIN message m ON m.id = s.message_id LEFT JOIN chat_file f ON f.id = s.file_id
      WHERE $5 AND s.message_id IN (SELECT id FROM path) GROUP BY s.message_id
    )
    SELECT m.id, m.parent_id AS "parentId", m.depth, m.role::text, m.content, m.reasoning, m.steps, m.status::text, m.response_language::text AS "responseLanguage",
      m.model_id AS "modelId", m.model_name AS "modelName", m.created_at AS "createdAt", m.notices, m.error,
      tree.siblings, coalesce(file.list, '[]') AS files,
      coalesce(source.list, '[]') AS sources,
      CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('rating', f.rating, 'reason', f.reason,
        'include_conversation', f.conversation IS NOT NULL) END AS feedback
    FROM path JOIN message m USING (id) JOIN tree USING (id)
    LEFT JOIN file ON file.message_id = m.id
    LEFT JOIN source ON source.message_id = m.id
    LEFT JOIN message_feedback f ON f.message_id = m.id AND f.user_id = $4
    ORDER BY m.depth, m.id`

const pathFromLeaf = `
      SELECT m.id, m.parent_id, 1 AS place FROM message m
      WHERE m.chat_id = $1 AND m.id = coalesce($2::uuid, (SELECT last_message_id FROM chat WHERE id = $1))
      UNION ALL
      SELECT m.id, m.parent_id, p.place + 1 FROM path p JOIN message m ON m.id = p.parent_id WHERE p.place < $3`

/** The messages on the way up from the leaf, the oldest first. */
export async function loadPath(pool: Pool | PoolClient, { chatId, readerId, leafId, most, withSources }: PathQuery): Promise<MessageRow[]> {
  const { rows } = await pool.query<MessageRow>({
    name: 'load-path',
    text: selectMessages(pathFromLeaf),
    values: [chatId, leafId ?? null, most ?? 1_000_000, readerId, withSources],
  })
  return rows
}

export type TreeMessageRow = MessageRow & { readonly parentId: string | null }

/** All messages of a chat with their sources, each after the one that it answers. */
export async function loadTree(pool: Pool, chatId: string, readerId: string): Promise<TreeMessageRow[]> {
  const { rows } = await pool.query<TreeMessageRow>(
    selectMessages('SELECT m.id FROM message m WHERE m.chat_id = $1 AND $2::uuid IS NULL AND $3::int IS NULL'),
    [chatId, null, null, readerId, true],
  )
  return rows
}
