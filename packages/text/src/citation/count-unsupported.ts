import { mayCite } from './citation-brackets.ts'
import { listCitedStatements } from './cited-statements.ts'
import { findUnsupported } from './check-statement.ts'
import type { CitedTable } from './result-values.ts'
import { scanProse } from '../prose/prose-scanner.ts'

type Source = {
  readonly number: number
  /** Of rows, the query in words. */
  readonly passage: string
  readonly rows?: Omit<CitedTable, 'query'> | undefined
  readonly is_withheld?: true | undefined
}

/** `findUnknownFigures` of `check-figures.ts`, with the units that it needs: the web loads it for a reply that cites rows alone. */
export type CheckFigures = (statement: string, tables: readonly CitedTable[]) => string[]

/**
 * Returns what a statement quotes and none of the passages that it cites has, or, where it cites rows, its figures that are in neither; an
 * empty list when a source is not known to the reader.
 *
 * @param numbers those of the sources that it cites
 * @param checkFigures null while it is not loaded: then nothing is said of rows
 */
export function findUnsupportedIn(
  statement: string,
  numbers: readonly number[],
  sources: readonly Source[],
  checkFigures: CheckFigures | null,
): string[] {
  const cited = numbers.map((number) => sources.find((source) => source.number === number))
  if (cited.some((source) => source === undefined || source.is_withheld)) return []
  const known = cited.flatMap((source) => source ?? [])
  const tables = known.flatMap(({ passage, rows }) => (rows ? { ...rows, query: passage } : []))
  const passages = known.flatMap(({ passage, rows }) => (rows ? [] : passage))
  if (tables.length === 0) return findUnsupported(statement, passages)
  const unknown = checkFigures?.(statement, tables) ?? []
  if (passages.length === 0 || unknown.length === 0) return unknown
  const missing = new Set(findUnsupported(statement, passages))
  return unknown.filter((figure) => missing.has(figure))
}

/** Returns how many statements of a reply quote what the sources that they cite do not have. */
export function countUnsupported(content: string, sources: readonly Source[], checkFigures: CheckFigures | null): number {
  if (sources.length === 0) return 0
  let prose = ''
  // Brackets in code and links are no citations.
  for (const { kind, text } of scanProse(content)) prose += mayCite(kind) ? text : text.replaceAll('[', '(')
  const blocks = prose.split(/\n|(?<=\s)\|(?=\s)/).map((line) => line.replace(/^[\s>#]+/, '').replaceAll(/\*\*|__/g, ''))
  return blocks
    .flatMap(listCitedStatements)
    .filter(({ text, numbers }) => findUnsupportedIn(text, numbers, sources, checkFigures).length > 0).length
}
