// The content that a passage was cited from. Prisma cannot say it: the shown path is recursive.
import type { ChunkSpan } from '@heddle/contracts/document/chunk-span'
import type { CollectionAccess } from '@heddle/contracts/collection/collection'
import type { Pool } from 'pg'
import { citationReadableSql } from '../../../platform/permissions/citation.permissions.ts'
import { answeringAssistant } from '../answering-assistant.sql.ts'
import { isWanted, shownPath, type WantedMessage } from './citation.sql.ts'

export type CitedRow = {
  /** Whether the reader of the chat may read the passage; false for one of a file, and for one that there is not. */
  readonly isReadable: boolean
  readonly assistantId: string | null
  readonly spans: readonly ChunkSpan[]
  /** Null once it is deleted. */
  readonly collection: {
    readonly tenantId: string
    readonly groupId: string
    readonly access: CollectionAccess
    readonly allowsPreview: boolean
  } | null
  /** Null once it is no longer kept. */
  readonly version: {
    readonly storageKey: string
    readonly parsedKey: string | null
    readonly name: string
    readonly mediaType: string
    readonly sizeBytes: number
    /** Whether another content of the source is searched now. */
    readonly isReplaced: boolean
  } | null
  /** The last day, as `2026-12-31`. */
  readonly validUntil: string | null
  /** A title. */
  readonly replacedBy: string | null
}

/** Returns a passage that a message cites with its original; null when there is no such message. */
export async function findCited(
  pool: Pool,
  { chatId, messageId, onlyShown, readerId, lastMessageId }: WantedMessage,
  id: string,
): Promise<CitedRow | null> {
  const { rows } = await pool.query<CitedRow>({
    name: 'find-cited',
    text: `
      ${shownPath}
      SELECT coalesce(s.knowledge IS NOT NULL AND ${citationReadableSql('$4')}, false) AS "isReadable", ${answeringAssistant} AS "assistantId",
        coalesce(s.knowledge->'spans', '[]') AS spans,
        CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('tenantId', k.tenant_id, 'groupId', k.group_id, 'access', k.access,
          'allowsPreview', k.allows_preview) END AS collection,
        CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('storageKey', v.storage_key, 'parsedKey', v.parsed_key, 'name', v.name,
          'mediaType', v.media_type, 'sizeBytes', v.size_bytes, 'isReplaced', v.id IS DISTINCT FROM o.active_version_id) END AS version,
        o.valid_until::text AS "validUntil", r.title AS "replacedBy"
      FROM message m JOIN chat c ON c.id = m.chat_id
      LEFT JOIN message_source s ON s.message_id = m.id AND s.id = $6
      LEFT JOIN collection k ON k.id = s.collection_id
      LEFT JOIN source o ON o.id = s.source_id
      LEFT JOIN source_version v ON v.id = s.version_id
      LEFT JOIN source r ON r.id = o.replaced_by_id AND r.collection_id = o.collection_id
      WHERE ${isWanted}`,
    values: [chatId, messageId, onlyShown, readerId, lastMessageId, id],
  })
  return rows[0] ?? null
}
