// Everything that accepting a message depends on. Prisma cannot say it in one query, and each more delays the first token.
import type { Language } from '@heddle/contracts/languages'
import type { MessageStatus, ReplyStep } from '@heddle/contracts/message/message'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { Wishes } from '@heddle/workflow/model/call/personal-instructions'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import { answeringAssistant } from '../../message/answering-assistant.sql.ts'
import { type ChatAccess, readerShareSql } from '../../../platform/permissions/chat.permissions.ts'
import { seesTemporary } from '../../../platform/permissions/temporary.permissions.ts'
import { findSeal, type MessageStore } from '../../message/seal/message-store.ts'
import type { Seal } from '../../message/seal/seal.ts'

/** The message that is edited, regenerated or continued, with the question that it is or answers. */
export type SendTarget = {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly status: MessageStatus
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly ReplyStep[]
  readonly outcomes: NodeOutcomes | null
  readonly workflowVersionId: string | null
  readonly modelId: string | null
  readonly responseLanguage: Language
  readonly question: {
    readonly id: string
    readonly parentId: string | null
    readonly content: string
    readonly fileIds: readonly string[]
  }
}

export type SendContext = ChatAccess & {
  readonly id: string
  readonly version: number
  readonly modelId: string | null
  readonly responseLanguage: Language
  readonly title: string | null
  readonly lastMessageId: string | null
  /** Of the one that is asked; null when it is gone. */
  readonly assistantId: string | null
  readonly assistantName: LocalizedText | null
  /** Whether it is not the assistant of the chat. */
  readonly isOtherAssistant: boolean
  readonly assistantGroupId: string | null
  readonly assistantIsPublic: boolean | null
  readonly assistantCreatedById: string | null
  readonly userPrompt: string | null
  /** Those of the owner, if the chat uses them, and of its folders. */
  readonly instructions: Wishes
  readonly workflowGroupId: string | null
  readonly openToAllGroups: boolean | null
  readonly allowUserPrompt: boolean | null
  /** Whether the workflow may be given files without a node for them. */
  readonly allowsFiles: boolean
  readonly allowedModels: readonly string[] | null
  readonly workflowVersionId: string | null
  readonly workflowVersion: number | null
  /** The default first, as `ModelService` lists them. */
  readonly models: readonly { readonly id: string; readonly name: string; readonly contextTokens: number; readonly readsImages: boolean }[]
  readonly hasFiles: boolean
  /** Tokens of all files of the chat and of its folder. */
  readonly fileTokens: number
  /** The reply of this chat that counts as running (of several the one that was silent the longest), and whether its process has fallen silent. */
  readonly generatingId: string | null
  readonly leaseExpired: boolean | null
  /** The reply that this very submit has begun before. */
  readonly acceptedReplyId: string | null
  readonly target: SendTarget | null
  /** Of a temporary chat. */
  readonly seal: Seal | null
}

type Wanted = {
  readonly chatId: string
  /** The assistant that the sender names. */
  readonly assistantId: string | null
  readonly clientMessageId: string
  /** Null for a new question. */
  readonly targetId: string | null
  readonly readerId: string
}

type SendContextRow = Omit<SendContext, 'seal'> & { readonly isTemporary: boolean }

export async function findSendContext(
  store: MessageStore,
  { chatId, assistantId, clientMessageId, targetId, readerId }: Wanted,
): Promise<SendContext | null> {
  const { rows } = await store.db.query<SendContextRow>({
    name: 'find-send-context',
    text: `
      SELECT c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", ${readerShareSql('$4')} AS share, c.version,
        c.model_id AS "modelId", c.response_language::text AS "responseLanguage", c.title, c.last_message_id AS "lastMessageId",
        c.temporary_until IS NOT NULL AS "isTemporary",
        a.id AS "assistantId", a.name AS "assistantName", a.id IS DISTINCT FROM c.assistant_id AS "isOtherAssistant", a.group_id AS "assistantGroupId", a.is_public AS "assistantIsPublic",
        a.created_by_id AS "assistantCreatedById", a.user_prompt AS "userPrompt",
        jsonb_build_object(
          'person', (SELECT jsonb_build_object('aboutMe', s.about_me, 'howToAnswer', s.how_to_answer)
            FROM user_setting s WHERE s.user_id = c.owner_id AND c.uses_instructions),
          'folders', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'text', d.instructions) ORDER BY d.parent_id NULLS FIRST), '[]')
            FROM chat_folder f JOIN chat_folder d ON d.id IN (f.id, f.parent_id) WHERE f.id = c.folder_id)) AS instructions,
        w.group_id AS "workflowGroupId", w.open_to_all_groups AS "openToAllGroups", w.allow_user_prompt AS "allowUserPrompt", w.allowed_models AS "allowedModels",
        coalesce(w.allow_files AND (SELECT t.files_with_any_assistant FROM tenant t WHERE t.id = w.tenant_id), false) AS "allowsFiles",
        v.id AS "workflowVersionId", v.number AS "workflowVersion",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'contextTokens', o.context_tokens, 'readsImages', o.images = 'yes')
           ORDER BY o.is_default DESC, o.position, o.name), '[]')
         FROM model o JOIN model_endpoint e ON e.id = o.endpoint_id
         WHERE o.tenant_id = c.tenant_id AND o.enabled AND o.kind = 'chat' AND e.enabled) AS models,
        file.count > 0 AS "hasFiles", file.tokens AS "fileTokens",
        g.id AS "generatingId", g.lease_expires_at < now() AS "leaseExpired",
        -- A question names the submit that made it and its first reply, by the one clock that all processes share; another
        -- reply to it, or one that goes on, names its own.
        (SELECT CASE WHEN s.role = 'assistant' THEN s.id
           ELSE (SELECT r.id FROM message r WHERE r.parent_id = s.id ORDER BY r.created_at, r.id LIMIT 1) END
         FROM message s WHERE s.chat_id = c.id AND s.client_message_id = $2::uuid) AS "acceptedReplyId",
        (SELECT jsonb_build_object('id', m.id, 'role', m.role, 'status', m.status, 'text', m.content, 'reasoning', m.reasoning,
           'steps', m.steps, 'outcomes', m.node_outcomes, 'workflowVersionId', m.workflow_version_id, 'modelId', m.model_id, 'responseLanguage', m.response_language, 'question', jsonb_build_object(
             'id', q.id, 'parentId', q.parent_id, 'content', q.content,
             'fileIds', ARRAY(SELECT f.file_id FROM chat_file_message f WHERE f.message_id = q.id ORDER BY f.position)))
         FROM message q WHERE q.id = CASE WHEN m.role = 'user' THEN m.id ELSE m.parent_id END) AS target
      FROM chat c
      LEFT JOIN message m ON m.id = $3::uuid AND m.chat_id = c.id
      LEFT JOIN assistant a ON a.tenant_id = c.tenant_id AND a.id = coalesce($5::uuid, ${answeringAssistant})
      LEFT JOIN workflow w ON w.id = a.workflow_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS count, coalesce(sum(token_count), 0)::int AS tokens
        FROM (
          SELECT token_count FROM chat_file WHERE chat_id = c.id
          UNION ALL SELECT token_count FROM chat_file WHERE folder_id = c.folder_id
        ) f
      ) file
      LEFT JOIN LATERAL (
        SELECT id, number FROM workflow_version WHERE workflow_id = w.id ORDER BY number DESC LIMIT 1
      ) v ON true
      LEFT JOIN LATERAL (
        SELECT g.id, r.lease_expires_at FROM message g LEFT JOIN running_reply r ON r.run_id = g.run_id
        WHERE g.chat_id = c.id AND g.status = 'generating' ORDER BY r.lease_expires_at LIMIT 1
      ) g ON true
      WHERE c.id = $1 AND ${seesTemporary('open')}`,
    values: [chatId, clientMessageId, targetId, readerId, assistantId],
  })
  const [row] = rows
  if (!row) return null
  const { isTemporary, ...context } = row
  if (!isTemporary) return { ...context, seal: null }
  const seal = await findSeal(store, chatId)
  // Without its key it is over.
  return seal && { ...context, target: context.target && openTarget(seal, context.target), seal }
}

const openTarget = (seal: Seal, target: SendTarget): SendTarget => ({
  ...target,
  text: seal.open(target.text),
  reasoning: seal.open(target.reasoning),
  question: { ...target.question, content: seal.open(target.question.content) },
})
