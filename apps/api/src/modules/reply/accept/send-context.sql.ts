// Everything that accepting a message depends on. Prisma cannot say it in one query, and each more delays the first token.
import type { Language } from '@heddle/contracts/languages'
import type { MessageStatus, ReplyStep } from '@heddle/contracts/message/message'
import type { Wishes } from '@heddle/workflow/model/call/personal-instructions'
import type { NodeOutcomes } from '@heddle/workflow/model/value'
import type { ChatAccess } from '../../../platform/permissions/chat.permissions.ts'
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
  readonly assistantId: string | null
  readonly assistantGroupId: string | null
  readonly assistantIsPublic: boolean | null
  readonly assistantCreatedById: string | null
  readonly userPrompt: string | null
  /** Those of the owner, if the chat uses them, and of its folders. */
  readonly instructions: Wishes
  readonly workflowGroupId: string | null
  readonly openToAllGroups: boolean | null
  readonly allowUserPrompt: boolean | null
  readonly allowedModels: readonly string[] | null
  readonly workflowVersionId: string | null
  readonly workflowVersion: number | null
  /** The default first, as `ModelService` lists them. */
  readonly models: readonly { readonly id: string; readonly name: string; readonly contextTokens: number; readonly readsImages: boolean }[]
  readonly hasFiles: boolean
  /** Tokens of all files of the chat and of its folder. */
  readonly fileTokens: number
  /** The reply of this chat that counts as running, and whether its process has fallen silent. */
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
  readonly clientMessageId: string
  /** Null for a new question. */
  readonly targetId: string | null
}

type SendContextRow = Omit<SendContext, 'seal'> & { readonly isTemporary: boolean }

export async function findSendContext(store: MessageStore, { chatId, clientMessageId, targetId }: Wanted): Promise<SendContext | null> {
  const { rows } = await store.db.query<SendContextRow>({
    name: 'find-send-context',
    text: `
      SELECT c.id, c.tenant_id AS "tenantId", c.owner_id AS "ownerId", c.explicitly_public AS "explicitlyPublic", c.version,
        c.model_id AS "modelId", c.response_language::text AS "responseLanguage", c.title, c.last_message_id AS "lastMessageId",
        c.temporary_until IS NOT NULL AS "isTemporary",
        a.id AS "assistantId", a.group_id AS "assistantGroupId", a.is_public AS "assistantIsPublic",
        a.created_by_id AS "assistantCreatedById", a.user_prompt AS "userPrompt",
        jsonb_build_object(
          'person', (SELECT jsonb_build_object('aboutMe', s.about_me, 'howToAnswer', s.how_to_answer)
            FROM user_setting s WHERE s.user_id = c.owner_id AND c.uses_instructions),
          'folders', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'text', d.instructions) ORDER BY d.parent_id NULLS FIRST), '[]')
            FROM chat_folder f JOIN chat_folder d ON d.id IN (f.id, f.parent_id) WHERE f.id = c.folder_id)) AS instructions,
        w.group_id AS "workflowGroupId", w.open_to_all_groups AS "openToAllGroups", w.allow_user_prompt AS "allowUserPrompt", w.allowed_models AS "allowedModels",
        v.id AS "workflowVersionId", v.number AS "workflowVersion",
        (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'contextTokens', m.context_tokens, 'readsImages', m.images = 'yes')
           ORDER BY m.is_default DESC, m.position, m.name), '[]')
         FROM model m JOIN model_endpoint e ON e.id = m.endpoint_id
         WHERE m.tenant_id = c.tenant_id AND m.enabled AND m.kind = 'chat' AND e.enabled) AS models,
        file.count > 0 AS "hasFiles", file.tokens AS "fileTokens",
        g.id AS "generatingId", r.lease_expires_at < now() AS "leaseExpired",
        -- A question names the submit that made it and its first reply, by the one clock that all processes share; another
        -- reply to it, or one that goes on, names its own.
        (SELECT CASE WHEN s.role = 'assistant' THEN s.id
           ELSE (SELECT r.id FROM message r WHERE r.parent_id = s.id ORDER BY r.created_at, r.id LIMIT 1) END
         FROM message s WHERE s.chat_id = c.id AND s.client_message_id = $2::uuid) AS "acceptedReplyId",
        (SELECT jsonb_build_object('id', t.id, 'role', t.role, 'status', t.status, 'text', t.content, 'reasoning', t.reasoning,
           'steps', t.steps, 'outcomes', t.node_outcomes, 'workflowVersionId', t.workflow_version_id, 'modelId', t.model_id, 'responseLanguage', t.response_language, 'question', jsonb_build_object(
             'id', q.id, 'parentId', q.parent_id, 'content', q.content,
             'fileIds', ARRAY(SELECT f.file_id FROM chat_file_message f WHERE f.message_id = q.id ORDER BY f.position)))
         FROM message t JOIN message q ON q.id = CASE WHEN t.role = 'user' THEN t.id ELSE t.parent_id END
         WHERE t.id = $3::uuid AND t.chat_id = c.id) AS target
      FROM chat c
      LEFT JOIN assistant a ON a.id = c.assistant_id
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
      LEFT JOIN message g ON g.chat_id = c.id AND g.status = 'generating'
      LEFT JOIN running_reply r ON r.run_id = g.run_id
      WHERE c.id = $1 AND ${seesTemporary('open')}`,
    values: [chatId, clientMessageId, targetId],
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
