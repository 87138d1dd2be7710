// How much of a file was lost, as shares of what is right to read of it.
import type { FindingKind } from '@heddle/contracts/document/reading'
import type { Expected, ExpectedCell } from './corpus-file.ts'

/** What a reader returned: the texts of the pages, and the kinds that it said. */
export type Reading = { readonly text: string; readonly findings: readonly FindingKind[] }

export type Count = { readonly total: number; readonly lost: number }

export type Score = {
  readonly characters: Count
  readonly numbers: Count
  readonly cells: Count
  /** What is lost, wrong or unsaid, in words. */
  readonly faults: readonly string[]
  /** Something is lost, wrong or unsaid, and no finding says anything. */
  readonly isSilent: boolean
  /** Said without need. */
  readonly needless: readonly FindingKind[]
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Writes one character for all that mean the same: escapes of Markdown, blanks, composed letters, raised digits, both signs of micro; none
 * for those that are not seen, which the search leaves out too, and for a blank between Thai words, which no one can tell from the end of a line.
 */
const normalize = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('\u00b5', '\u03bc')
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replaceAll(/\\([\p{P}\p{S}])/gu, '$1')
    .replaceAll(/\^?([⁰¹²³⁴⁵⁶⁷⁸⁹])/g, (_, digit: string) => `^${raised.indexOf(digit)}`)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=[\u0e01-\u0e4e]) (?=[\u0e01-\u0e2e\u0e40-\u0e44])/g, '')
    .trim()

/**
 * Returns the edits between a passage and the part of the text that is most like it: approximate matching after Sellers, The theory and
 * computation of evolutionary distances: pattern recognition, Journal of Algorithms 1 (1980). So the order of passages does not matter,
 * that of characters does. At most the passage's length.
 */
export function countLost(passage: string, text: string): number {
  if (text.includes(passage)) return 0
  const [pattern, target] = [Array.from(passage), Array.from(text)]
  const column = Array.from({ length: pattern.length + 1 }, (_, index) => index)
  let least = pattern.length
  for (const character of target) {
    let diagonal = 0
    for (let row = 1; row <= pattern.length; row += 1) {
      const above = column[row] ?? 0
      column[row] = Math.min(above + 1, (column[row - 1] ?? 0) + 1, diagonal + (pattern[row - 1] === character ? 0 : 1))
      diagonal = above
    }
    least = Math.min(least, column[pattern.length] ?? least)
  }
  return least
}

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The number stands alone, with its unit. */
const hasNumber = (number: string, text: string) =>
  new RegExp(String.raw`(?<![\d.,])${escapePattern(number).replaceAll(' ', ' ?')}(?![\dA-Za-z])`, 'u').test(text)

/** Returns the tables of a text in Markdown, as rows of cells. */
function listTables(text: string): string[][][] {
  const tables: string[][][] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const isRow = line.startsWith('|')
    if (isRow && !isOpen) tables.push([])
    isOpen = isRow
    if (isRow && !/^[\s|:-]*$/.test(line))
      tables.at(-1)?.push(
        line
          .trim()
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map(normalize),
      )
  }
  return tables
}

/** The value stands in its row, below the name of its column. */
const hasCell = ({ row, column, value }: ExpectedCell, tables: readonly (readonly (readonly string[])[])[]) =>
  tables.some((rows) =>
    rows.some(
      (cells, index) =>
        cells.includes(row) && cells.some((cell, at) => cell === value && rows.slice(0, index).some((above) => above[at] === column)),
    ),
  )

export function scoreReading(expected: Expected, { text: source, findings }: Reading): Score {
  const text = normalize(source)
  const tables = listTables(source)
  const { passages, numbers = [], cells = [], absent = [], findings: required = [], mayFind = [], tolerance = 0 } = expected
  const losses = passages.map((passage) => ({ passage, lost: countLost(normalize(passage), text) }))
  const lostNumbers = numbers.filter((number) => !hasNumber(normalize(number), text))
  const lostCells = cells.filter(
    (cell) => !hasCell({ row: normalize(cell.row), column: normalize(cell.column), value: normalize(cell.value) }, tables),
  )
  const wrong = absent.filter((part) => text.includes(normalize(part)) || source.includes(part))
  const unsaid = required.filter(
    ({ kind, unless }) => !findings.includes(kind) && !(unless !== undefined && text.includes(normalize(unless))),
  )
  const faults = [
    ...losses.flatMap(({ passage, lost }) => (lost > 0 ? [`${lost} of “${passage}”`] : [])),
    ...lostNumbers.map((number) => `number ${number}`),
    ...lostCells.map(({ row, column, value }) => `cell ${row} × ${column}: ${value}`),
    ...wrong.map((part) => `wrongly “${part}”`),
    ...unsaid.map(({ kind }) => `unsaid ${kind}`),
  ]
  const characters = {
    total: sum(passages.map((passage) => Array.from(normalize(passage)).length)),
    lost: sum(losses.map(({ lost }) => lost)),
  }
  const isBeyondTolerance = tolerance === 0 ? faults.length > 0 : characters.lost > characters.total * tolerance
  const known = new Set<FindingKind>([...required.map(({ kind }) => kind), ...mayFind])
  return {
    characters,
    numbers: { total: numbers.length, lost: lostNumbers.length },
    cells: { total: cells.length, lost: lostCells.length },
    faults,
    isSilent: unsaid.length > 0 || (findings.length === 0 && (isBeyondTolerance || wrong.length > 0)),
    needless: findings.filter((kind) => !known.has(kind)),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
