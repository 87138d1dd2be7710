// A chat as its reader sees it, with what is shown beside it. Prisma cannot say it: shares are compared with the clock of the database.
import type { Language } from '@heddle/contracts/languages'
import type { Pool } from 'pg'
import type { ActorAccess } from '../../platform/permissions/actor.ts'
import { type ChatAccess, joinGiven, joinSeen } from '../../platform/permissions/chat.permissions.ts'
import { seesTemporary } from '../../platform/permissions/temporary.permissions.ts'

export type ChatRow = ChatAccess & {
  readonly id: string
  readonly assistantId: string | null
  readonly modelId: string | null
  readonly title: string | null
  readonly responseLanguage: Language
  readonly conversationId: string
  readonly explicitlyPublic: boolean
  readonly isShared: boolean
  readonly isWithTenant: boolean
  readonly usesInstructions: boolean
  readonly version: number
  readonly requestCount: number
  /** The last that the reader sees. */
  readonly lastMessageId: string | null
  /** When it ends by itself; null for an ordinary chat. */
  readonly temporaryUntil: Date | null
  readonly folderId: string | null
  readonly pinnedAt: Date | null
  readonly archivedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly owner: { readonly name: unknown; readonly isDeleted: boolean }
  readonly model: { readonly id: string; readonly name: string } | null
  readonly requestLimit: number
  readonly isGenerating: boolean
  /** Whether the process of the running reply has fallen silent. */
  readonly isOrphaned: boolean
}

/** A chat that the actor may read, or null. */
export async function findReadableChat(pool: Pool, actor: ActorAccess, id: string): Promise<ChatRow | null> {
  const { rows } = await pool.query<ChatRow>({
    name: 'find-readable-chat',
    text: `
      SELECT c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", c.assistant_id AS "assistantId", c.model_id AS "modelId", c.title,
        c.response_language::text AS "responseLanguage", c.conversation_id AS "conversationId", c.uses_instructions AS "usesInstructions",
        c.version, c.request_count AS "requestCount", c.temporary_until AS "temporaryUntil",
        c.folder_id AS "folderId", c.pinned_at AS "pinnedAt", c.archived_at AS "archivedAt",
        c.created_at AS "createdAt", CASE WHEN until.id IS NULL THEN c.updated_at ELSE coalesce(until.finished_at, until.created_at) END AS "updatedAt",
        seen.share, seen.last_message_id AS "lastMessageId", given.is_public AS "explicitlyPublic", given.is_shared AS "isShared",
        given.is_with_tenant AS "isWithTenant",
        jsonb_build_object('name', o.name, 'isDeleted', o.status = 'deleted') AS owner,
        CASE WHEN d.id IS NOT NULL THEN jsonb_build_object('id', d.id, 'name', d.name) END AS model,
        n.requests_per_chat AS "requestLimit", g.id IS NOT NULL AS "isGenerating", coalesce(g.lease_expires_at < now(), false) AS "isOrphaned"
      FROM chat c ${joinSeen('$2')} ${joinGiven}
      JOIN "user" o ON o.id = c.owner_id JOIN tenant n ON n.id = c.tenant_id LEFT JOIN model d ON d.id = c.model_id
      LEFT JOIN message until ON until.id = (seen.share->>'untilMessageId')::uuid
      LEFT JOIN LATERAL (
        -- Those of a comparison are several; a silent one is to be ended.
        SELECT g.id, r.lease_expires_at FROM message g LEFT JOIN running_reply r ON r.run_id = g.run_id
        WHERE g.chat_id = c.id AND g.status = 'generating' AND (until.id IS NULL OR g.id = until.id)
        ORDER BY r.lease_expires_at LIMIT 1
      ) g ON true
      WHERE c.id = $1 AND c.tenant_id = $3 AND (c.owner_id = $2 OR seen.share IS NOT NULL) AND ${seesTemporary('open')}`,
    values: [id, actor.id, actor.tenantId],
  })
  return rows[0] ?? null
}
