// What an assistant has to be made of.
import type { createAssistant } from '@heddle/contracts/assistant/assistant'
import type { FieldError } from '@heddle/contracts/errors'
import type { z } from 'zod'

type NewAssistant = z.output<typeof createAssistant.schema.body>['assistant']

const required = ['name', 'workflow_id', 'group_id'] as const

type CompleteAssistant = NewAssistant & Required<Pick<NewAssistant, (typeof required)[number]>>

export const createFieldError = (field: string, message: string): FieldError => ({ path: `body/assistant/${field}`, message })

/** The fields without which there is no assistant. */
export const findMissingFields = (given: NewAssistant): FieldError[] =>
  required.filter((field) => given[field] === undefined).map((field) => createFieldError(field, 'Is missing'))

export const isComplete = (given: NewAssistant): given is CompleteAssistant => findMissingFields(given).length === 0

/** Instructions that stay as they are outlive a workflow that no longer allows them; it ignores them. */
export const isPromptAllowed = (prompt: string | undefined, workflow: { readonly allowUserPrompt: boolean }, before = '') =>
  workflow.allowUserPrompt || !prompt || prompt === before
