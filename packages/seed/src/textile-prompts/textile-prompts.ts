// The prompts that come with the product, for textile work, in five languages: of each its name, description and text in `prompts.json`, and
// the keys of its variables, of which one that may stay empty ends in `?`; `labels.json` has what the variables are called.
import { languages } from '@heddle/contracts/languages'
import type { PromptText, PromptVariable } from '@heddle/contracts/prompt/prompt'
import type { LocalizedText } from '@heddle/contracts/wire'
import type { Queryable } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import labels from './labels.json' with { type: 'json' }
import prompts from './prompts.json' with { type: 'json' }

type Key = keyof typeof labels

const longTexts = new Set<Key>([
  'claim',
  'complaint',
  'conditions',
  'document',
  'fabric',
  'factors',
  'facts',
  'fault',
  'matter',
  'notes',
  'observation',
  'position',
  'procedure',
  'process',
  'recipe',
  'report',
  'report_a',
  'report_b',
  'requirements',
  'result',
])

/** Those that are no text. */
const otherTypes: { readonly [key in Key]?: Pick<PromptVariable, 'type' | 'choices' | 'default'> } = {
  count_value: { type: 'number' },
  count_unit: { type: 'choice', choices: ['Ne', 'Nm', 'tex', 'dtex', 'den'], default: 'Ne' },
  deadline: { type: 'date' },
  meeting_date: { type: 'date' },
  runs: { type: 'number' },
}

function toVariable(told: string): PromptVariable {
  const key = told.replace('?', '') as Key
  return {
    key,
    label: { default: labels[key].en, ...labels[key] },
    type: longTexts.has(key) ? 'long_text' : 'text',
    ...otherTypes[key],
    ...(!told.endsWith('?') && { required: true }),
  }
}

type Prompt = (typeof prompts)[number]

function collect(prompt: Prompt, at: 0 | 1 | 2) {
  const translations = languages.map((language) => [language, prompt[language][at] ?? ''])
  return { default: prompt.en[at] ?? '', ...Object.fromEntries(translations) } as LocalizedText & PromptText
}

/** As `POST /api/v1/prompt/import` reads them, too. */
export const textilePrompts = prompts.map((prompt) => ({
  name: collect(prompt, 0),
  description: collect(prompt, 1),
  text: collect(prompt, 2),
  tags: prompt.tags,
  variables: prompt.variables.map(toVariable),
}))

/** Inserts them as the tenant's, without an author. */
export async function insertTextilePrompts(tx: Queryable, tenantId: string) {
  const rows = textilePrompts.map((prompt) => ({ ...prompt, tenantId, id: randomUUIDv7() }))
  await tx.prompt.createMany({ data: rows })
  await tx.promptVersion.createMany({
    data: rows.map(({ id, name, text, variables }) => ({ promptId: id, number: 1, name, text, variables })),
  })
}
