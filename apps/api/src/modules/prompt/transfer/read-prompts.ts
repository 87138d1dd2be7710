// Reads a file of prompts, of which nothing is trusted: its kind is seen from its content, and all of it is checked before any is added.
import { isTextWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import { type PromptFileProblem, PromptInput } from '@heddle/contracts/prompt/prompt'
import { findPromptProblems } from '@heddle/contracts/prompt/prompt-template'
import { CsvError } from 'csv-parse'
import { setImmediate as otherRequests } from 'node:timers/promises'
import { AppError } from '../../../platform/errors/app-error.ts'
import { decodeBytes } from '../../../platform/files/text-encoding.ts'
import { readCsvPrompts } from './csv-prompts.ts'
import { readJsonPrompts } from './json-prompts.ts'

/** That are told of one file. */
const maxProblems = 50
/** Prompts that are checked in one turn. */
const perTurn = 50

const refuse = (problems: readonly PromptFileProblem[] = [], cause?: unknown) =>
  new AppError('PROMPT_FILE_INVALID', { params: { problems }, cause })

function parseJson(bytes: Buffer, text: string): unknown[] | null {
  if (!isTextWithin(bytes, limits.promptImportJson)) return null
  try {
    return readJsonPrompts(JSON.parse(text))
  } catch (error) {
    throw refuse([], error)
  }
}

async function readEntries(bytes: Buffer): Promise<unknown[]> {
  const { text } = decodeBytes(bytes)
  const content = text.replace(/^\uFEFF/, '')
  const entries = /^\s*[[{]/.test(content)
    ? parseJson(Buffer.from(content), content)
    : await readCsvPrompts(content, limits.promptsPerOwner).catch((error: unknown) => {
        throw error instanceof CsvError ? refuse([], error) : error
      })
  if (entries === null || entries.length === 0) throw refuse()
  if (entries.length > limits.promptsPerOwner) throw new AppError('PROMPT_TOO_MANY', { params: { limit: limits.promptsPerOwner } })
  return entries
}

function nameEntry(entry: unknown): string {
  const name = (entry as { name?: unknown } | null)?.name
  const text = typeof name === 'string' ? name : (name as { default?: unknown } | undefined)?.default
  return typeof text === 'string' ? text.slice(0, limits.nameCharacters) : ''
}

/** Returns the prompts of a file. Throws `PROMPT_FILE_INVALID` with what is wrong with them, and `PROMPT_TOO_MANY`. */
export async function readPrompts(bytes: Buffer): Promise<PromptInput[]> {
  const entries = await readEntries(bytes)
  const prompts: PromptInput[] = []
  const problems: PromptFileProblem[] = []
  for (const [index, entry] of entries.entries()) {
    if (problems.length >= maxProblems) break
    if (index % perTurn === 0) await otherRequests()
    const parsed = PromptInput.safeParse(entry)
    const found = parsed.success
      ? findPromptProblems({ text: parsed.data.text, variables: parsed.data.variables ?? [] })
      : parsed.error.issues.map(({ path }) => ({ path: path.join('/'), reason: 'invalid' as const }))
    problems.push(...found.map((problem) => ({ number: index + 1, name: nameEntry(entry), ...problem })))
    if (parsed.success) prompts.push(parsed.data)
  }
  if (problems.length > 0) throw refuse(problems.slice(0, maxProblems))
  return prompts
}
