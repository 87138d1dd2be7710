// What the form of an expert edits, for a new one and for one that there is.
import type { Assistant, AssistantDetail, AssistantWorkflow } from '@heddle/contracts/assistant/assistant'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { FieldOfCode } from '#shared/forms/server-errors.ts'
import { FieldError } from '@heddle/contracts/errors'
import { z } from 'zod'

export type AssistantValues = Pick<Assistant, 'name' | 'description' | 'color' | 'picture' | 'is_public' | 'recommended_questions'> & {
  user_prompt: string
  group_id: string | undefined
  /** Of a new expert; afterwards it is fixed. */
  workflow_id?: string | undefined
  /** Of an expert that is changed. */
  revision?: number
}

/** The group that looks after the expert, and whether the user may open the group's experts to all. */
export type ManagingGroup = { readonly id: string; readonly name: LocalizedText; readonly mayMakePublic: boolean }

export const toManagingGroup = ({ group, abilities }: Assistant): ManagingGroup => ({ ...group, mayMakePublic: abilities.make_public })

export const emptyValues: AssistantValues = {
  name: { default: '' },
  description: { default: '' },
  color: null,
  picture: null,
  is_public: false,
  recommended_questions: [],
  user_prompt: '',
  group_id: undefined,
  workflow_id: undefined,
}

export const toValues = (assistant: AssistantDetail): AssistantValues => ({
  name: assistant.name,
  description: assistant.description,
  color: assistant.color,
  picture: assistant.picture,
  is_public: assistant.is_public,
  recommended_questions: assistant.recommended_questions,
  user_prompt: assistant.configuration?.user_prompt ?? '',
  group_id: assistant.group.id,
  revision: assistant.revision,
})

/** The values of a new expert with that name that begins as another one. */
export function copyValues(assistant: AssistantDetail, name: string): AssistantValues {
  const { revision: _seen, ...values } = toValues(assistant)
  return { ...values, name: { default: name }, workflow_id: assistant.configuration?.workflow.id }
}

/** The expert as others would see it with these values. */
export const toPreview = (
  values: AssistantValues,
  { id, unnamed, group, workflow }: { id: string; unnamed: string; group: ManagingGroup | null; workflow: AssistantWorkflow | undefined },
): Assistant => ({
  id,
  name: values.name.default.trim() === '' ? { ...values.name, default: unnamed } : values.name,
  description: values.description,
  recommended_questions: values.recommended_questions.filter(({ title }) => title.default.trim() !== ''),
  color: values.color,
  picture: values.picture,
  is_public: values.is_public,
  is_favorite: false,
  accepts_files: workflow?.accepts_files ?? false,
  group: { id: group?.id ?? id, name: group?.name ?? { default: '–' } },
  revision: 0,
  updated_at: '2026-01-01T00:00:00Z',
  abilities: { use: true, edit: false, delete: false, make_public: false },
})

/** The field that the server names in a refusal of the whole. */
function findNamedField(params: Record<string, unknown>) {
  const path = z.array(FieldError).safeParse(params['fields']).data?.[0]?.path
  return path?.startsWith('body/assistant/') ? { field: path.slice('body/assistant/'.length).replaceAll('/', '.') } : undefined
}

export const fieldOfCode: FieldOfCode = { ASSISTANT_CONFIG_REQUIRED: findNamedField, ASSISTANT_CONFIG_INVALID: findNamedField }
