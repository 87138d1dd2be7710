// What a model is given of what was found: each passage with its neighbors under the same heading.
import { growWindows } from '@heddle/retrieval/context-windows'
import type { RankedChunk } from './ranking.ts'
import { type ChunkKey, type FoundChunk, nameChunk } from './search.sql.ts'

export type RankedPassage = RankedChunk & {
  /** The chunks of its window: those that were found, the best one first, which is `chunk`, then their neighbors. */
  readonly chunks: readonly FoundChunk[]
  /** The text that a model is given: the chunks with their neighbors, in the order of the original. */
  readonly window: string
  readonly windowTokens: number
}

/** The chunks around a hit that its window may take in. */
export const listNeighbors = ({ indexedSourceId, number }: ChunkKey): ChunkKey[] =>
  [number - 1, number + 1].filter((each) => each >= 0).map((each) => ({ indexedSourceId, number: each }))

/** Returns the windows that fit the budget, the best one first. `known` has the hits and those of their neighbors that may be found. */
export function buildPassages(hits: readonly RankedChunk[], known: readonly FoundChunk[], tokenBudget: number): RankedPassage[] {
  const chunks = new Map(known.map((chunk) => [nameChunk(chunk), chunk]))
  const find = (source: string, chunk: number) => chunks.get(nameChunk({ indexedSourceId: Number(source), number: chunk }))
  const windows = growWindows(
    hits.map(({ key }) => ({ source: String(key.indexedSourceId), chunk: key.number })),
    ({ source, chunk }) => {
      const found = find(source, chunk)
      return found ? { tokens: found.tokenCount, headingPath: found.headingPath } : null
    },
    tokenBudget,
  )
  return windows.flatMap(({ source, from, to, hits: numbers }) => {
    const best = hits.find(({ key }) => String(key.indexedSourceId) === source && key.number === numbers[0])
    const parts = Array.from({ length: to - from + 1 }, (_, index) => find(source, from + index)).filter((part) => part !== undefined)
    if (!best) return []
    return [
      {
        ...best,
        chunks: [...numbers.flatMap((number) => find(source, number) ?? []), ...parts.filter(({ number }) => !numbers.includes(number))],
        window: parts.map(({ text, repeatedLength }, index) => (index === 0 ? text : text.slice(repeatedLength).trimStart())).join('\n'),
        windowTokens: parts.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
      },
    ]
  })
}
