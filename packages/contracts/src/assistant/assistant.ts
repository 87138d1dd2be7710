import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { createPictureSchema } from '../picture.ts'
import { schemaIds } from '../schema-ids.ts'
import {
  Count,
  Id,
  IdParams,
  Line,
  LocalizedName,
  LocalizedText,
  LocalizedTextInput,
  noNul,
  PageInfo,
  PageQuery,
  Success,
  Timestamp,
} from '../wire.ts'

export const RecommendedQuestion = z.object({ title: LocalizedText, content: LocalizedText })
schemaIds.add(RecommendedQuestion, { id: 'RecommendedQuestion' })

/** What the mark of an assistant may be tinted with. */
export const assistantColors = ['grape', 'violet', 'indigo', 'cyan', 'teal', 'green', 'orange', 'pink'] as const

export const AssistantColor = z.enum(assistantColors)
export type AssistantColor = z.infer<typeof AssistantColor>
schemaIds.add(AssistantColor, { id: 'AssistantColor' })

export const Assistant = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  recommended_questions: z.array(RecommendedQuestion),
  /** Null where the color follows from the id. */
  color: AssistantColor.nullable(),
  /** A `data:` address; null where the mark has its color and shape. */
  picture: z.string().nullable(),
  is_public: z.boolean(),
  is_favorite: z.boolean(),
  /** Whether files can be sent to it: its workflow has a step for them, or its models are given them. */
  accepts_files: z.boolean(),
  group: z.object({ id: Id, name: LocalizedText }),
  revision: z.int(),
  updated_at: Timestamp,
  abilities: z.object({ use: z.boolean(), edit: z.boolean(), delete: z.boolean(), make_public: z.boolean() }),
})
export type Assistant = z.infer<typeof Assistant>
schemaIds.add(Assistant, { id: 'Assistant' })

/** A workflow as one sees it who makes an assistant of it. */
export const AssistantWorkflow = z.object({
  id: Id,
  name: LocalizedText,
  description: LocalizedText,
  /** Whether an assistant may add its own usage instructions. */
  allow_user_prompt: z.boolean(),
  accepts_files: z.boolean(),
  /** Only members of this group use a private assistant of the workflow; null when it is open to all groups. */
  restricted_to: z.object({ id: Id, name: LocalizedText }).nullable(),
})
export type AssistantWorkflow = z.infer<typeof AssistantWorkflow>
schemaIds.add(AssistantWorkflow, { id: 'AssistantWorkflow' })

/** An assistant with what its editor needs. */
export const AssistantDetail = Assistant.extend({
  /** Null for those who may only use the assistant. */
  configuration: z
    .object({
      workflow: AssistantWorkflow,
      user_prompt: z.string(),
      usage: z.object({ chats: Count, last_used_at: Timestamp.nullable() }),
    })
    .nullable(),
})
export type AssistantDetail = z.infer<typeof AssistantDetail>
schemaIds.add(AssistantDetail, { id: 'AssistantDetail' })

const NewRecommendedQuestion = z.strictObject({
  title: LocalizedName,
  content: LocalizedTextInput.refine(({ default: text }) => text !== '', { path: ['default'], error: 'The question is missing' }),
})

/** Usage instructions. */
export const UserPrompt = z.string().trim().max(limits.userPromptCharacters).regex(noNul, 'NUL is not allowed')

/** The fields that may be changed later; what is missing of a new assistant that it cannot do without is ASSISTANT_CONFIG_REQUIRED. */
const AssistantFields = z.strictObject({
  name: LocalizedName.optional(),
  description: LocalizedTextInput.optional(),
  group_id: Id.optional(),
  is_public: z.boolean().optional(),
  recommended_questions: z.array(NewRecommendedQuestion).max(limits.recommendedQuestions).optional(),
  user_prompt: UserPrompt.optional(),
  color: AssistantColor.nullable().optional(),
  picture: createPictureSchema(limits.assistantPictureCharacters).nullable().optional(),
})

const AssistantResponse = z.object({ assistant: AssistantDetail })

export const queryAssistants = {
  method: 'POST',
  url: '/api/v1/assistant/query',
  schema: {
    summary: 'The assistants that the actor may use; favorites come in the order of the user, managed are those that the actor may edit',
    body: PageQuery.extend({
      keyword: Line.max(200).optional(),
      scope: z.enum(['favorites', 'others', 'all', 'managed']).optional(),
      /** Only those that files can be sent to. */
      accepts_files: z.literal(true).optional(),
    }),
    response: { 200: PageInfo.extend({ assistants: z.array(Assistant), abilities: z.object({ create: z.boolean() }) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const createAssistant = {
  method: 'POST',
  url: '/api/v1/assistant',
  schema: {
    summary: 'Make an assistant of a published workflow, for a group of the actor',
    body: z.strictObject({ assistant: AssistantFields.extend({ workflow_id: Id.optional() }) }),
    response: { 200: AssistantResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: ['FORBIDDEN', 'ASSISTANT_CONFIG_REQUIRED', 'ASSISTANT_CONFIG_INVALID'],
  },
} as const satisfies Endpoint

export const getAssistant = {
  method: 'GET',
  url: '/api/v1/assistant/:id',
  schema: {
    summary: 'One assistant; for those who may edit it with its configuration',
    params: IdParams,
    response: { 200: AssistantResponse },
  },
  config: { policy: 'signed_in', errors: ['ASSISTANT_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateAssistant = {
  method: 'PUT',
  url: '/api/v1/assistant/:id',
  schema: {
    summary: 'Change an assistant; what is not named stays, and so does the workflow',
    params: IdParams,
    body: z.strictObject({ assistant: AssistantFields.extend({ revision: z.int() }) }),
    response: { 200: AssistantResponse },
  },
  config: {
    policy: 'signed_in',
    audited: true,
    errors: ['ASSISTANT_NOT_FOUND', 'FORBIDDEN', 'ASSISTANT_CONFIG_INVALID', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deleteAssistant = {
  method: 'DELETE',
  url: '/api/v1/assistant/:id',
  schema: {
    summary: 'Delete an assistant; its chats stay readable, without it',
    params: IdParams,
    response: { 200: Success },
  },
  config: { policy: 'signed_in', audited: true, errors: ['ASSISTANT_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint

export const listAssistantWorkflows = {
  method: 'GET',
  url: '/api/v1/assistant/workflow',
  schema: {
    summary: 'The published workflows that the actor may make an assistant of, by name',
    response: { 200: z.object({ workflows: z.array(AssistantWorkflow) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint
