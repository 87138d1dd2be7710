import { mayCite } from './citation-brackets.ts'
import { listCitedStatements } from './cited-statements.ts'
import { findUnsupported } from './check-statement.ts'
import { scanProse } from '../prose/prose-scanner.ts'

type Source = { readonly number: number; readonly passage: string; readonly is_withheld?: true | undefined }

/**
 * Returns what a statement quotes and none of the passages that it cites has; an empty list when a passage is not known to the reader.
 *
 * @param numbers those of the sources that it cites
 */
export function findUnsupportedIn(statement: string, numbers: readonly number[], sources: readonly Source[]): string[] {
  const cited = numbers.map((number) => sources.find((source) => source.number === number))
  if (cited.some((source) => source === undefined || source.is_withheld)) return []
  return findUnsupported(
    statement,
    cited.flatMap((source) => source?.passage ?? []),
  )
}

/** Returns how many statements of a reply quote what the passages that they cite do not have. */
export function countUnsupported(content: string, sources: readonly Source[]): number {
  if (sources.length === 0) return 0
  let prose = ''
  // Brackets in code and links are no citations.
  for (const { kind, text } of scanProse(content)) prose += mayCite(kind) ? text : text.replaceAll('[', '(')
  const blocks = prose.split(/\n|(?<=\s)\|(?=\s)/).map((line) => line.replace(/^[\s>#]+/, '').replaceAll(/\*\*|__/g, ''))
  return blocks.flatMap(listCitedStatements).filter(({ text, numbers }) => findUnsupportedIn(text, numbers, sources).length > 0).length
}
