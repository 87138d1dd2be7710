// A cell as text and back, by the type of its column.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { limits } from '@heddle/contracts/limits'
import { checkCell } from '@heddle/table/check-cell'
import { parseLabValue } from '@heddle/units/lab-value'
import { isUnitId } from '@heddle/units/units'

/** Why a text is not a cell of its column; `not_saved` when the service could not be asked. */
export type CellProblem =
  | 'not_a_number'
  | 'not_an_integer'
  | 'not_a_boolean'
  | 'not_a_date'
  | 'not_a_choice'
  | 'too_long'
  | 'wrong_type'
  | 'unknown_column'
  | 'not_saved'

/** What a cell holds: a value, or the text that is none. */
export type CellContent = { readonly value: CellValue } | { readonly text: string; readonly problem: CellProblem }

export const emptyContent: CellContent = { value: null }

/** Whether two cells hold the same; the service gives the members of a laboratory value in an order of its own. */
export const isSameContent = (one: CellContent, other: CellContent): boolean => toComparable(one) === toComparable(other)

const toComparable = (content: CellContent): string => JSON.stringify(content, ['value', 'text', 'problem', 'number', 'mark', 'spread'])

/** The words of the interface for yes and no. */
export type BooleanWords = { readonly yes: string; readonly no: string }

const yesWords = new Set(['true', 'yes', 'y', '1', '是', '对', '對', 'はい', 'ใช่', 'có', '✓'])
const noWords = new Set(['false', 'no', 'n', '0', '否', '不', 'いいえ', 'ไม่', 'ไม่ใช่', 'không', '✗'])

/** Returns the value that a text stands for, or what is wrong with it. Nothing but spaces is an empty cell. */
export function readCell(column: DatasetColumn, text: string): CellContent {
  const content = readText(column, text)
  // The service has the last word, by the same rule.
  return 'value' in content && checkCell(column, content.value) !== null ? { text, problem: 'wrong_type' } : content
}

function readText(column: DatasetColumn, text: string): CellContent {
  const trimmed = text.trim()
  if (trimmed === '') return emptyContent
  if (text.length > limits.datasetCellCharacters) return { text, problem: 'too_long' }
  switch (column.type) {
    case 'text':
      return { value: text }
    case 'number':
    case 'integer':
      return readNumber(column, text)
    case 'boolean': {
      const word = trimmed.normalize('NFKC').toLowerCase()
      if (yesWords.has(word)) return { value: true }
      return noWords.has(word) ? { value: false } : { text, problem: 'not_a_boolean' }
    }
    case 'date': {
      const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(trimmed.normalize('NFKC'))
      const day = parts ? [parts[1], parts[2]?.padStart(2, '0'), parts[3]?.padStart(2, '0')].join('-') : ''
      return checkCell(column, day) === null ? { value: day } : { text, problem: 'not_a_date' }
    }
    case 'choice': {
      const choice = findChoice(column, trimmed)
      return choice === undefined ? { text, problem: 'not_a_choice' } : { value: choice }
    }
  }
}

/** A plain number stays one; another text is kept beside it, with its mark and spread. */
function readNumber({ type, unit }: DatasetColumn, text: string): CellContent {
  const parsed = parseLabValue(text, unit !== undefined && isUnitId(unit) ? { unit } : {})
  if ('problem' in parsed) return { text, problem: 'not_a_number' }
  const { number, mark, spread } = parsed.value
  if (number === null && mark === null) return emptyContent
  if (number !== null && type === 'integer' && !Number.isSafeInteger(number)) return { text, problem: 'not_an_integer' }
  if (number !== null && mark === null && String(number) === text.trim()) return { value: number }
  return { value: { number, text, ...(mark !== null && { mark }), ...(spread !== undefined && { spread }) } }
}

function findChoice({ choices = [] }: DatasetColumn, text: string): string | undefined {
  const fold = (word: string) => word.normalize('NFKC').toLowerCase()
  const isMeant = (words: readonly (string | undefined)[]) => words.some((word) => word !== undefined && fold(word) === fold(text))
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, name, synonyms = [] }) => isMeant([value, ...Object.values(name ?? {}), ...synonyms]))
  return found?.value
}

/** Returns what a cell shows, which `readCell` reads as the same value. */
export function writeCell(content: CellContent, words: BooleanWords): string {
  if ('problem' in content) return content.text
  const { value } = content
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'object' ? value.text : String(value)
}
