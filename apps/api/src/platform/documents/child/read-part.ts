// What the readers of the formats return.
import type { Block } from '@heddle/retrieval/passage/block'
import type { ReadingFinding } from '@heddle/contracts/document/reading'
import type { PageVerdict } from '../document.ts'
import { cleanText } from './clean-text.ts'

type ReadPage = {
  readonly label: string | null
  /** As it is stored: cleaned. */
  readonly text: string
  /** Known of a PDF. */
  readonly verdict?: PageVerdict
}

export type ReadPart = {
  readonly isPaged: boolean
  readonly pages: readonly ReadPage[]
  /** Finds the blocks of the pages, if they are asked for. */
  readonly findBlocks: () => Block[]
  /** Those of `ParsedDocument`. */
  readonly boxes?: number[][]
  /** What could not be read as it stands. */
  readonly findings?: readonly ReadingFinding[]
}

/** Returns a document without pages, the blocks of whose text the function finds. */
export function toSinglePart(source: string, findBlocks: (text: string) => Block[]): ReadPart {
  const text = cleanText(source)
  return { isPaged: false, pages: [{ label: null, text }], findBlocks: () => findBlocks(text) }
}
