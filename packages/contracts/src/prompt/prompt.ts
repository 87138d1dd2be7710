// The library of prompts: texts with variables that a user, a group or the tenant keeps for questions.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { limits } from '../limits.ts'
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

/** Whose it is: one user's, a group's, or the tenant's. */
export const PromptScope = z.enum(['mine', 'group', 'tenant'])
export type PromptScope = z.infer<typeof PromptScope>

/** `suggested`: a member wrote it for the group, whose managers have not accepted it yet; its author and they alone see it. */
export const PromptState = z.enum(['offered', 'suggested'])
export type PromptState = z.infer<typeof PromptState>

/** What a text has in double braces, `{{ fibre }}`: looked up once, never evaluated. */
export const PromptVariableKey = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_]*$/, 'Small letters, digits and _')

const variableTypes = ['text', 'long_text', 'choice', 'number', 'date'] as const
export const PromptVariableType = z.enum(variableTypes)
export type PromptVariableType = z.infer<typeof PromptVariableType>

/** A date is `2026-11-27`; a number is written with a point. */
const VariableValue = z.string().max(limits.promptValueCharacters).regex(noNul)

const variableFields = {
  key: PromptVariableKey,
  type: PromptVariableType,
  default: VariableValue.optional(),
  /** Only of a `choice`. */
  choices: z.array(Line.min(1).max(limits.nameCharacters)).min(1).max(limits.promptChoices).optional(),
  required: z.boolean().optional(),
}

export const PromptVariable = z.object({ ...variableFields, label: LocalizedText })
export type PromptVariable = z.output<typeof PromptVariable>
schemaIds.add(PromptVariable, { id: 'PromptVariable' })

const PromptVariableInput = z.strictObject({ ...variableFields, label: LocalizedName })

/** One kind of line end, whichever the file or the form had. */
const text = z
  .string()
  .max(limits.promptCharacters)
  .regex(noNul, 'NUL is not allowed')
  .overwrite((given) => given.replaceAll(/\r\n?/g, '\n'))

/** The text of a prompt in the languages that it is written in; `default` is used where the reader's is missing. */
export const PromptText = z.strictObject({
  default: text.min(1),
  ...(Object.fromEntries(languages.map((language) => [language, text.min(1).optional()])) as Record<
    (typeof languages)[number],
    z.ZodOptional<typeof text>
  >),
})
export type PromptText = z.infer<typeof PromptText>
schemaIds.add(PromptText, { id: 'PromptText' })

/** A prompt in a list: enough to fill in its variables and insert it. */
export const PromptItem = z.object({
  id: Id,
  scope: PromptScope,
  /** Null unless it is a group's. */
  group: z.object({ id: Id, name: LocalizedText }).nullable(),
  state: PromptState,
  name: LocalizedText,
  description: LocalizedText,
  text: PromptText,
  tags: z.array(z.string()),
  variables: z.array(PromptVariable),
  /** The expert that is suggested for it; null for none, or one that the reader may not use. */
  assistant_id: Id.nullable(),
  /** When the reader used it last. */
  used_at: Timestamp.nullable(),
  updated_at: Timestamp,
  /** `write`: also the author's of a suggestion, until it is accepted. `accept`: only of a suggestion. */
  abilities: z.object({ write: z.boolean(), accept: z.boolean() }),
})
export type PromptItem = z.infer<typeof PromptItem>
schemaIds.add(PromptItem, { id: 'PromptItem' })

export const Prompt = PromptItem.extend({
  /** Of the shown text; each change of name, text or variables makes the next. */
  version: z.int(),
  /** Null when the user was deleted, and for what comes with the product. */
  created_by: z.object({ id: Id, name: LocalizedText }).nullable(),
  revision: z.int(),
  created_at: Timestamp,
})
export type Prompt = z.infer<typeof Prompt>
schemaIds.add(Prompt, { id: 'Prompt' })

/** What a version keeps of a prompt. */
export const PromptVersion = z.object({
  number: z.int(),
  name: LocalizedText,
  text: PromptText,
  variables: z.array(PromptVariable),
  created_by: z.object({ id: Id, name: LocalizedText }).nullable(),
  created_at: Timestamp,
})
export type PromptVersion = z.infer<typeof PromptVersion>
schemaIds.add(PromptVersion, { id: 'PromptVersion' })

/** What is wrong with a prompt beyond the form of its parts, in the parameter `problems` of `PROMPT_INVALID`. */
export type PromptProblem = {
  /** `variables/2/choices`, `text/th`. */
  readonly path: string
  readonly reason: 'unknown_variable' | 'duplicate_key' | 'choices_missing' | 'not_for_type' | 'default_invalid'
}

/** What is wrong with a prompt of a file, in the parameter `problems` of `PROMPT_FILE_INVALID`, which has none for a file of another kind. */
export type PromptFileProblem = {
  /** Of the prompt in the file, from 1. */
  readonly number: number
  /** The default of its name, as far as it has one. */
  readonly name: string
  readonly path: string
  /** `invalid`: a text that is missing or too long, or too many of something. */
  readonly reason: PromptProblem['reason'] | 'invalid'
}

const Settings = {
  name: LocalizedName,
  description: LocalizedTextInput.optional(),
  text: PromptText,
  tags: z.array(Line.min(1).max(limits.tagCharacters)).max(limits.promptTags).optional(),
  variables: z.array(PromptVariableInput).max(limits.promptVariables).optional(),
  assistant_id: Id.nullable().optional(),
}
export const PromptInput = z.strictObject(Settings)
export type PromptInput = z.output<typeof PromptInput>

const PromptResponse = z.object({ prompt: Prompt })

export const queryPrompts = {
  method: 'POST',
  url: '/api/v1/prompt/query',
  schema: {
    summary:
      'The prompts that the actor may read: by name, or first those used last; with a keyword, those whose name has it in any language',
    body: PageQuery.extend({
      keyword: Line.max(200).optional(),
      scope: PromptScope.optional(),
      group_id: Id.optional(),
      tag: Line.max(limits.tagCharacters).optional(),
      state: PromptState.optional(),
      order: z.enum(['name', 'used']).optional(),
    }),
    response: { 200: PageInfo.extend({ prompts: z.array(PromptItem) }) },
  },
  config: { policy: 'signed_in' },
} as const satisfies Endpoint

export const createPrompt = {
  method: 'POST',
  url: '/api/v1/prompt',
  schema: {
    summary: "Create a prompt; a group's by a member who does not manage it is a suggestion",
    body: z.strictObject({ prompt: z.strictObject({ scope: PromptScope, group_id: Id.optional(), ...Settings }) }),
    response: { 200: PromptResponse },
  },
  config: {
    policy: 'signed_in',
    audited: 'selected',
    errors: ['FORBIDDEN', 'AUTH_GROUP_NOT_FOUND', 'ASSISTANT_NOT_FOUND', 'PROMPT_TOO_MANY', 'PROMPT_INVALID'],
  },
} as const satisfies Endpoint

export const getPrompt = {
  method: 'GET',
  url: '/api/v1/prompt/:id',
  schema: { summary: 'One prompt', params: IdParams, response: { 200: PromptResponse } },
  config: { policy: 'signed_in', errors: ['PROMPT_NOT_FOUND'] },
} as const satisfies Endpoint

export const updatePrompt = {
  method: 'PUT',
  url: '/api/v1/prompt/:id',
  schema: {
    summary: 'Change a prompt; what is not named stays. Its managers accept a suggestion by `offered`',
    params: IdParams,
    body: z.strictObject({
      revision: z.int(),
      prompt: z.strictObject({ ...Settings, state: z.literal('offered') }).partial(),
    }),
    response: { 200: PromptResponse },
  },
  config: {
    policy: 'signed_in',
    audited: 'selected',
    errors: ['PROMPT_NOT_FOUND', 'FORBIDDEN', 'ASSISTANT_NOT_FOUND', 'PROMPT_INVALID', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deletePrompt = {
  method: 'DELETE',
  url: '/api/v1/prompt/:id',
  schema: { summary: 'Delete a prompt with its versions', params: IdParams, response: { 200: Success } },
  config: { policy: 'signed_in', audited: 'selected', errors: ['PROMPT_NOT_FOUND', 'FORBIDDEN'] },
} as const satisfies Endpoint

export const queryPromptVersions = {
  method: 'POST',
  url: '/api/v1/prompt/:id/version/query',
  schema: {
    summary: 'The versions of a prompt, the newest first',
    params: IdParams,
    body: PageQuery,
    response: { 200: PageInfo.extend({ versions: z.array(PromptVersion) }) },
  },
  config: { policy: 'signed_in', errors: ['PROMPT_NOT_FOUND'] },
} as const satisfies Endpoint

export const notePromptUse = {
  method: 'POST',
  url: '/api/v1/prompt/:id/used',
  schema: { summary: 'Note that the actor has used a prompt just now', params: IdParams, response: { 200: Success } },
  config: { policy: 'signed_in', errors: ['PROMPT_NOT_FOUND'] },
} as const satisfies Endpoint

/** Prompts as a JSON file, without those who wrote them. */
export const PromptExport = z.object({
  format: z.literal('heddle-prompts'),
  version: z.literal(1),
  prompts: z.array(PromptItem.pick({ name: true, description: true, text: true, tags: true, variables: true })),
})
export type PromptExport = z.infer<typeof PromptExport>
schemaIds.add(PromptExport, { id: 'PromptExport' })

export const exportPrompts = {
  method: 'POST',
  url: '/api/v1/prompt/export',
  schema: {
    summary: 'The prompts of a scope as a file, without suggestions',
    body: z.strictObject({ scope: PromptScope, group_id: Id.optional(), format: z.enum(['json', 'csv']) }),
    response: {
      200: {
        description: 'The prompts as an attachment',
        content: { 'application/json': { schema: PromptExport }, 'text/csv': { schema: z.string() } },
      },
    },
  },
  config: { policy: 'signed_in', errors: ['AUTH_GROUP_NOT_FOUND'] },
} as const satisfies Endpoint

/** Files of this product, LibreChat and Open WebUI; what they are is seen from their content. */
export const importPrompts = {
  method: 'POST',
  url: '/api/v1/prompt/import',
  schema: {
    summary: 'Add the prompts of a file, all or none; one with the name of another is added beside it',
    querystring: z.strictObject({ scope: PromptScope, group_id: Id.optional() }),
    response: { 200: z.object({ created: Count }) },
  },
  config: {
    policy: 'signed_in',
    audited: 'selected',
    form: z.object({ files: z.array(z.file()).length(1) }),
    errors: [
      'FORBIDDEN',
      'AUTH_GROUP_NOT_FOUND',
      'PROMPT_TOO_MANY',
      'PROMPT_FILE_INVALID',
      'FILE_TOO_LARGE',
      'FILE_TOO_MANY',
      'FILE_STORE_UNAVAILABLE',
    ],
  },
} as const satisfies Endpoint
