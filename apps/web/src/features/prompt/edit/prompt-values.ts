// The values of a prompt's form, which are those of the wire.
import { limits } from '@heddle/contracts/limits'
import { type Prompt, type PromptInput, type PromptVariable, PromptVariableKey } from '@heddle/contracts/prompt/prompt'
import { findPlaceholders } from '@heddle/contracts/prompt/prompt-template'
import type { ContractForm } from '#shared/forms/use-contract-form.tsx'

export type PromptValues = Required<PromptInput>

/** What the fields of a prompt need of its form, which may have other values beside it. */
export type PromptForm = Pick<
  ContractForm<{ prompt: PromptValues } & Record<string, unknown>>,
  'values' | 'errors' | 'getInputProps' | 'localized' | 'setFieldValue'
>

export const emptyPrompt: PromptValues = {
  name: { default: '' },
  description: { default: '' },
  text: { default: '' },
  tags: [],
  variables: [],
  assistant_id: null,
}

export const toPromptValues = ({ name, description, text, tags, variables, assistant_id }: Prompt): PromptValues => ({
  name,
  description,
  text,
  tags,
  variables,
  assistant_id,
})

/** Returns the keys that the text has in any language, as far as a variable can have them. */
export const listTextKeys = (text: PromptValues['text']): string[] => [
  ...new Set(Object.values(text).flatMap((written) => findPlaceholders(written).filter((key) => PromptVariableKey.safeParse(key).success))),
]

/** Returns a variable of a key; without one a key that no other has. */
export function createVariable(variables: readonly PromptVariable[], key?: string): PromptVariable {
  const keys = new Set(variables.map((variable) => variable.key))
  const free = Array.from({ length: limits.promptVariables + 1 }, (_, index) => `variable_${index + 1}`).find((name) => !keys.has(name))
  return { key: key ?? free ?? '', label: { default: (key ?? '').replaceAll('_', ' ') }, type: 'text', required: true }
}

/** Returns the variable as another type: choices and a default are of one type only. */
export function changeType({ key, label, required }: PromptVariable, type: PromptVariable['type']): PromptVariable {
  return { key, label, type, ...(required !== undefined && { required }), ...(type === 'choice' && { choices: [] }) }
}
