// Finds orphaned replies. Prisma cannot say it: a lease is compared with the clock of the database.
import { answeringAssistant } from '../../message/answering-assistant.sql.ts'
import { findSeal, type MessageStore } from '../../message/seal/message-store.ts'

export type Orphan = {
  readonly id: string
  readonly chatId: string
  readonly runId: string
  readonly content: string
  readonly reasoning: string
  /** What the run found there, and did not make. */
  readonly contentStart: number
  readonly reasoningStart: number
  /** The messages that the run gave to models. */
  readonly prompts: readonly string[]
  /** Whether a crash of the database has forgotten its lease: the process may be alive, and will save it. */
  readonly isForgotten: boolean
  readonly tenantId: string
  readonly userId: string
  readonly groupIds: readonly string[]
  readonly assistantId: string | null
  readonly workflowVersionId: string | null
  readonly modelId: string | null
  readonly modelName: string
  readonly elapsedMs: number
}

/** Replies whose process fell silent, the longest first, or whose lease is forgotten; of one chat when it is given. */
export async function findOrphans(store: MessageStore, chatId?: string): Promise<Orphan[]> {
  const { rows } = await store.db.query<Orphan & { readonly isTemporary: boolean }>({
    name: 'find-orphans',
    text: `
      SELECT m.id, m.chat_id AS "chatId", m.run_id AS "runId", m.content || saved_text(m.run_id) AS content,
        m.reasoning || saved_reasoning(m.run_id) AS reasoning, coalesce(r.prompts, '{}') AS prompts, r.run_id IS NULL AS "isForgotten",
        c.temporary_until IS NOT NULL AS "isTemporary",
        m.run_content_start AS "contentStart", m.run_reasoning_start AS "reasoningStart",
        c.tenant_id AS "tenantId", c.owner_id AS "userId", ${answeringAssistant} AS "assistantId", m.workflow_version_id AS "workflowVersionId",
        ARRAY(SELECT group_id FROM membership WHERE user_id = c.owner_id ORDER BY group_id) AS "groupIds",
        m.model_id AS "modelId", m.model_name AS "modelName", least(extract(epoch FROM now() - coalesce(m.run_started_at, m.created_at)) * 1000, 2147483647)::float8 AS "elapsedMs"
      FROM message m JOIN chat c ON c.id = m.chat_id LEFT JOIN running_reply r ON r.run_id = m.run_id
      WHERE m.status = 'generating' AND coalesce(r.lease_expires_at < now(), true) AND ($1::uuid IS NULL OR m.chat_id = $1)
      ORDER BY r.lease_expires_at LIMIT 100`,
    values: [chatId ?? null],
  })
  return Promise.all(rows.map(async ({ isTemporary, ...orphan }) => (isTemporary ? openOrphan(store, orphan) : orphan)))
}

/** Without the key, the crash of the database that emptied the table has ended the chat. */
async function openOrphan(store: MessageStore, orphan: Orphan): Promise<Orphan> {
  const seal = await findSeal(store, orphan.chatId)
  if (!seal) return { ...orphan, content: '', reasoning: '', prompts: [], contentStart: 0, reasoningStart: 0 }
  return {
    ...orphan,
    content: seal.open(orphan.content),
    reasoning: seal.open(orphan.reasoning),
    prompts: orphan.prompts.map(seal.open),
  }
}
