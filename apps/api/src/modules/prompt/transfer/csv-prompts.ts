// Prompts as a CSV: a column for each text in each language, one for the tags, a line each, and one for the variables as JSON.
import { languages } from '@heddle/contracts/languages'
import type { PromptExport } from '@heddle/contracts/prompt/prompt'
import { doubleApostrophe, restoreFormula } from '../../../platform/files/formula-text.ts'
import { parseCsvRows } from '../../../platform/http/table/csv-rows.ts'

type ExportedPrompt = PromptExport['prompts'][number]

const texts = ['name', 'description', 'text'] as const
const translations = ['default', ...languages] as const

const toColumn = (text: (typeof texts)[number], language: (typeof translations)[number]) =>
  language === 'default' ? text : `${text}_${language}`

const textColumns = texts.flatMap((text) => translations.map((language) => ({ text, language, column: toColumn(text, language) })))

export const promptColumns = [...textColumns.map(({ column }) => column), 'tags', 'variables']

export function toPromptRecord(prompt: ExportedPrompt) {
  const cells = textColumns.map(({ text, language, column }) => [column, doubleApostrophe(prompt[text][language] ?? '')])
  return {
    ...Object.fromEntries(cells),
    tags: doubleApostrophe(prompt.tags.join('\n')),
    variables: prompt.variables.length === 0 ? '' : JSON.stringify(prompt.variables),
  }
}

/** What other programs call the columns. */
const otherNames: Readonly<Record<string, string>> = { title: 'name', act: 'name', prompt: 'text', content: 'text' }

function readVariables(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

function toPrompt(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const prompt: Record<string, Record<string, string>> = {}
  for (const { text, language, column } of textColumns) {
    const cell = cells.get(column)
    if (cell) prompt[text] = { ...prompt[text], [language]: cell }
  }
  const [tags, variables] = [cells.get('tags'), cells.get('variables')]
  return {
    ...prompt,
    ...(tags && { tags: tags.split('\n') }),
    ...(variables && { variables: readVariables(variables) }),
  }
}

/** Returns the prompts of a CSV, which are no schema's yet; null for a table without names and texts. Throws a `CsvError` for no table. */
export async function readCsvPrompts(csv: string, max: number): Promise<unknown[] | null> {
  const prompts: unknown[] = []
  let columns: string[] | null = null
  for await (const { cells } of parseCsvRows(csv)) {
    if (columns === null) {
      columns = cells.map((cell) => otherNames[cell.toLowerCase()] ?? cell)
      if (!columns.includes('name') || !columns.includes('text')) return null
      continue
    }
    prompts.push(toPrompt(new Map(columns.map((column, index) => [column, restoreFormula(cells[index] ?? '')]))))
    if (prompts.length > max) return prompts
  }
  return columns && prompts
}
