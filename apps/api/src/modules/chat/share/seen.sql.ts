// What readers see by shares. Prisma cannot say it: rights are compared in the statement, and the path of a chat is recursive.
import type { Pool } from 'pg'
import type { ActorAccess, Actor } from '../../../platform/permissions/actor.ts'
import { readBySql } from '../../../platform/permissions/chat.permissions.ts'
import { citationReadableSql } from '../../../platform/permissions/citation.permissions.ts'
import type { ChatRow } from '../chat-row.sql.ts'
import type { Audience } from './share.repository.ts'

/** Notes that the actor has opened a chat, for each share that lets the actor read it. */
export async function noteOpened(pool: Pool, actor: ActorAccess, chatId: string): Promise<void> {
  await pool.query({
    name: 'note-opened-shares',
    text: `
      INSERT INTO chat_share_reader (share_id, user_id)
      SELECT s.id, $2::uuid FROM chat c JOIN chat_share s ON s.chat_id = c.id
      WHERE c.id = $1 AND c.tenant_id = $3 AND c.owner_id <> $2::uuid AND ${readBySql('$2')}
      ON CONFLICT DO NOTHING`,
    values: [chatId, actor.id, actor.tenantId],
  })
}

export type SharedChatRow = {
  readonly id: string
  readonly title: string | null
  readonly ownerId: string
  readonly ownerName: unknown
  readonly isOwnerDeleted: boolean
  readonly sharedAt: Date
  readonly expiresAt: Date | null
  readonly isOpened: boolean
}

export type SharedChatKey = { readonly sharedAt: Date; readonly id: string }

/** The chats of others that are shared with the actor or a group of the actor, or with the tenant and were opened; the last shared first. */
export async function findSharedWith(
  pool: Pool,
  actor: Actor,
  { after, take }: { readonly after: SharedChatKey | null; readonly take: number },
): Promise<SharedChatRow[]> {
  const { rows } = await pool.query<SharedChatRow>({
    name: 'find-shared-with',
    text: `
      WITH given AS (
        SELECT share_id FROM chat_share_person WHERE user_id = $1
        UNION SELECT t.share_id FROM chat_share_group t JOIN membership x ON x.group_id = t.group_id WHERE x.user_id = $1
        UNION SELECT share_id FROM chat_share_reader WHERE user_id = $1
      ), shared AS (
        SELECT c.id, max(s.created_at) AS shared_at, CASE WHEN NOT bool_or(s.expires_at IS NULL) THEN max(s.expires_at) END AS expires_at,
          bool_or(EXISTS (SELECT FROM chat_share_reader o WHERE o.share_id = s.id AND o.user_id = $1)) AS is_opened
        FROM given JOIN chat_share s ON s.id = given.share_id JOIN chat c ON c.id = s.chat_id
        WHERE c.tenant_id = $2 AND c.owner_id <> $1 AND ${readBySql('$1')}
        GROUP BY c.id
      )
      SELECT c.id, c.title, o.id AS "ownerId", o.name AS "ownerName", o.status = 'deleted' AS "isOwnerDeleted",
        shared.shared_at AS "sharedAt", shared.expires_at AS "expiresAt", shared.is_opened AS "isOpened"
      FROM shared JOIN chat c ON c.id = shared.id JOIN "user" o ON o.id = c.owner_id
      WHERE $3::timestamptz IS NULL OR (shared.shared_at, c.id) < ($3::timestamptz, $4::uuid)
      ORDER BY shared.shared_at DESC, c.id DESC LIMIT $5`,
    values: [actor.id, actor.tenantId, after?.sharedAt ?? null, after?.id ?? null, take],
  })
  return rows
}

/** The id of no user. */
const noOne = `'00000000-0000-0000-0000-000000000000'`

/** The path that ends with message $1, and the active users of tenant $2 besides the owner $3 who would read it: of the audience $4 with the ids $5. */
const pathAndReaders = `WITH RECURSIVE path AS (
        SELECT id, parent_id, depth FROM message WHERE id = $1::uuid
        UNION ALL SELECT m.id, m.parent_id, m.depth FROM path p JOIN message m ON m.id = p.parent_id
      ), reader AS MATERIALIZED (
        SELECT u.id FROM "user" u WHERE u.tenant_id = $2 AND u.id <> $3 AND u.status = 'active' AND CASE $4::share_audience
          WHEN 'tenant' THEN true
          WHEN 'people' THEN u.id = ANY ($5::uuid[])
          ELSE EXISTS (SELECT FROM membership x WHERE x.user_id = u.id AND x.group_id = ANY ($5::uuid[])) END
      )`

type PreviewQuery = { readonly lastMessageId: string | null; readonly audience: Audience }

export type PreviewSummary = {
  readonly readerCount: number
  readonly messageCount: number
  readonly files: readonly { readonly id: string; readonly name: string }[]
  readonly passageCount: number
}

const previewValues = ({ id, tenantId }: Actor, { lastMessageId, audience }: PreviewQuery) => [
  lastMessageId,
  tenantId,
  id,
  audience.audience,
  audience.ids,
]

/** A row `s` of message_source on the path that not every one of the readers may read. */
const withheldSources = `message_source s JOIN message m ON m.id = s.message_id JOIN path ON path.id = m.id
      LEFT JOIN collection k ON k.id = s.collection_id
      WHERE NOT ${citationReadableSql(noOne)} AND EXISTS (SELECT FROM reader WHERE NOT ${citationReadableSql('reader.id')})`

/** Counts what the readers of a share of the actor's chat would see, and the passages that some of them would not. */
export async function previewShare(pool: Pool, actor: Actor, query: PreviewQuery): Promise<PreviewSummary> {
  const { rows } = await pool.query<PreviewSummary>(
    `${pathAndReaders}
      SELECT (SELECT count(*)::int FROM reader) AS "readerCount", (SELECT count(*)::int FROM path) AS "messageCount",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) ORDER BY f.first, f.id), '[]') FROM (
          SELECT f.id, f.name, min(path.depth) AS first
          FROM path JOIN chat_file_message a ON a.message_id = path.id JOIN chat_file f ON f.id = a.file_id GROUP BY f.id
        ) f) AS files,
        (SELECT count(*)::int FROM ${withheldSources}) AS "passageCount"`,
    previewValues(actor, query),
  )
  const [summary] = rows
  if (!summary) throw new Error('A query of aggregates returned no row')
  return summary
}

export type WithheldRow = {
  readonly messageId: string
  readonly depth: number
  readonly number: number
  readonly title: string | null
  readonly readerCount: number
}

export type WithheldKey = { readonly depth: number; readonly number: number }

/** Those passages, in the order of the messages; with the titles of those that the actor may read. */
export async function findWithheld(
  pool: Pool,
  actor: Actor,
  { after, take, ...query }: PreviewQuery & { readonly after: WithheldKey | null; readonly take: number },
): Promise<WithheldRow[]> {
  const { rows } = await pool.query<WithheldRow>(
    `${pathAndReaders}
      SELECT m.id AS "messageId", m.depth, s.number, CASE WHEN ${citationReadableSql('$3')} THEN s.title END AS title,
        (SELECT count(*)::int FROM reader WHERE NOT ${citationReadableSql('reader.id')}) AS "readerCount"
      FROM ${withheldSources} AND ($6::int IS NULL OR (m.depth, s.number) > ($6::int, $7::int))
      ORDER BY m.depth, s.number LIMIT $8`,
    [...previewValues(actor, query), after?.depth ?? null, after?.number ?? null, take],
  )
  return rows
}

type ChatCopy = Pick<ChatRow, 'lastMessageId' | 'title' | 'responseLanguage' | 'assistantId' | 'modelId' | 'usesInstructions'>

/**
 * Creates a chat of the actor with a copy of the path that ends with a message, as far as there are replies that have ended: without files,
 * and with those citations alone that the actor may read. Returns its id.
 */
export async function copyChat(pool: Pool, actor: Actor, chat: ChatCopy): Promise<string> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'copy-chat',
    text: `
      WITH RECURSIVE copy AS MATERIALIZED (
        SELECT uuidv7() AS id
      ), up AS (
        SELECT id, parent_id, depth, role, status FROM message WHERE id = $1::uuid
        UNION ALL SELECT m.id, m.parent_id, m.depth, m.role, m.status FROM up JOIN message m ON m.id = up.parent_id
      ), kept AS (
        SELECT id, depth FROM up WHERE depth <= (SELECT max(depth) FROM up WHERE role = 'assistant' AND status <> 'generating')
      ), path AS MATERIALIZED (
        -- Ids grow with the depth.
        SELECT id, depth, uuidv7() AS new_id FROM (SELECT id, depth FROM kept ORDER BY depth OFFSET 0) kept
      ), message_copy AS (
        INSERT INTO message (id, chat_id, parent_id, depth, role, content, reasoning, steps, status, response_language, model_id, model_name,
          workflow_version_id, assistant_id, assistant_name, run_id, notices, error, created_at, finished_at)
        SELECT path.new_id, copy.id, above.new_id, m.depth, m.role, m.content, m.reasoning, m.steps, m.status, m.response_language, m.model_id,
          m.model_name, m.workflow_version_id, m.assistant_id, m.assistant_name, CASE WHEN m.run_id IS NOT NULL THEN uuidv7() END, m.notices, m.error, m.created_at, m.finished_at
        FROM copy CROSS JOIN path JOIN message m ON m.id = path.id LEFT JOIN path above ON above.depth = path.depth - 1
      ), source AS MATERIALIZED (
        SELECT s.id, uuidv7() AS new_id, path.new_id AS message_id
        FROM path JOIN message m ON m.id = path.id JOIN message_source s ON s.message_id = m.id LEFT JOIN collection k ON k.id = s.collection_id
        WHERE ${citationReadableSql('$3')}
      ), source_copy AS (
        INSERT INTO message_source (id, message_id, number, title, passage, page, score, knowledge, collection_id, source_id, version_id,
          members_of, rows)
        SELECT source.new_id, source.message_id, s.number, s.title, s.passage, s.page, s.score, s.knowledge, s.collection_id, s.source_id,
          s.version_id, s.members_of, s.rows
        FROM source JOIN message_source s ON s.id = source.id
      ), dataset_copy AS (
        INSERT INTO message_source_dataset (source_id, dataset_id, members_of)
        SELECT source.new_id, d.dataset_id, d.members_of FROM source JOIN message_source_dataset d ON d.source_id = source.id
      )
      INSERT INTO chat (id, tenant_id, owner_id, conversation_id, title, response_language, assistant_id, model_id, uses_instructions,
        last_message_id)
      SELECT copy.id, $2::uuid, $3::uuid, uuidv7(), $4, $5::language, $6::uuid, $7::uuid, $8,
        (SELECT new_id FROM path ORDER BY depth DESC LIMIT 1)
      FROM copy RETURNING id`,
    values: [
      chat.lastMessageId,
      actor.tenantId,
      actor.id,
      chat.title,
      chat.responseLanguage,
      chat.assistantId,
      chat.modelId,
      chat.usesInstructions,
    ],
  })
  const [copy] = rows
  if (!copy) throw new Error('The copy of a chat returned no row')
  return copy.id
}
