// The variables in the text of a prompt: found, checked and filled in by look-up alone, in the browser and in the server.
import { z } from 'zod'
import type { PromptProblem, PromptText, PromptVariable } from './prompt.ts'

/** Two braces around whatever has none in it. */
const placeholder = /\{\{([^{}]*)\}\}/g

/** A piece of a text as it is written; `key` is what a placeholder has between its braces. */
export type PromptPiece = { readonly text: string; readonly key: string | null }

/** Returns the pieces of a text, which are the text again when they are joined. */
export function cutPrompt(text: string): PromptPiece[] {
  const pieces: PromptPiece[] = []
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), key: null })
    pieces.push({ text: match[0], key: (match[1] ?? '').trim() })
    end = match.index + match[0].length
  }
  return end < text.length ? [...pieces, { text: text.slice(end), key: null }] : pieces
}

/** Returns the keys that a text has in double braces, each once, in their order; they may be no variable's. */
export const findPlaceholders = (text: string): string[] => [...new Set(cutPrompt(text).flatMap(({ key }) => key ?? []))]

/**
 * Returns the text with the value of each variable in place of its key. A key without a value stays as it is, and so do the braces of a
 * value: it opens no other variable.
 */
export const fillPrompt = (text: string, values: ReadonlyMap<string, string>): string =>
  cutPrompt(text)
    .map(({ text: written, key }) => (key === null ? written : (values.get(key) ?? written)))
    .join('')

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
