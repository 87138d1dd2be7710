// The variables in the text of a prompt: found, checked and filled in by look-up alone, in the browser and in the server.
import { z } from 'zod'
import type { PromptProblem, PromptText, PromptVariable } from './prompt.ts'

/** Two braces around whatever has none in it. */
const placeholder = /\{\{([^{}]*)\}\}/g

/** Returns the keys that a text has in double braces, each once, in their order; they may be no variable's. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(placeholder), ([, key = '']) => key.trim())),
]

/**
 * Returns the text with the value of each variable in place of its key. A key without a value stays as it is, and so do the braces of a
 * value: it opens no other variable.
 */
export const fillPrompt = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(placeholder, (whole, key: string) => (Object.hasOwn(values, key.trim()) ? (values[key.trim()] ?? whole) : whole))

const numberText = /^-?\d+(?:\.\d+)?$/

/** Whether a value is one that a variable may have. An empty one is none. */
export function isPromptValue({ type, choices = [] }: Pick<PromptVariable, 'type' | 'choices'>, value: string): boolean {
  if (type === 'choice') return choices.includes(value)
  if (type === 'number') return numberText.test(value)
  if (type === 'date') return z.iso.date().safeParse(value).success
  return type === 'long_text' || !value.includes('\n')
}

function* findVariableProblems(variable: PromptVariable, path: string): Generator<PromptProblem> {
  const { type, choices, default: given = '' } = variable
  if (type === 'choice' && choices === undefined) yield { path: `${path}/choices`, reason: 'choices_missing' }
  if (type !== 'choice' && choices !== undefined) yield { path: `${path}/choices`, reason: 'not_for_type' }
  if (given !== '' && !isPromptValue(variable, given)) yield { path: `${path}/default`, reason: 'default_invalid' }
}

/** Returns what is wrong with the variables of a prompt, by themselves and in its texts. */
export function findPromptProblems({
  text,
  variables,
}: {
  readonly text: PromptText
  readonly variables: readonly PromptVariable[]
}): PromptProblem[] {
  const keys = new Set<string>()
  const problems: PromptProblem[] = []
  for (const [index, variable] of variables.entries()) {
    const path = `variables/${index}`
    if (keys.has(variable.key)) problems.push({ path: `${path}/key`, reason: 'duplicate_key' })
    keys.add(variable.key)
    problems.push(...findVariableProblems(variable, path))
  }
  for (const [language, translation = ''] of Object.entries(text)) {
    if (findPlaceholders(translation).some((key) => !keys.has(key))) problems.push({ path: `text/${language}`, reason: 'unknown_variable' })
  }
  return problems
}
