// What an index stores of a document: its chunks, and the text that each is found and embedded by.
import { countTokens } from '@heddle/text/count-tokens'
import type { Block } from '@heddle/retrieval/passage/block'
import { splitBlocks } from '@heddle/retrieval/passage/split-blocks'
import { toEmbeddedText } from '@heddle/text/language/folding'
import { lexicalTerms } from '@heddle/retrieval/terms/lexical-terms'
import { createSourceIndex, type IndexedSource as LexicalIndex, maxChunks } from '@heddle/retrieval/postings'
import { hash } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { TargetIndex } from './target-index.sql.ts'

export type CutChunk = {
  /** Characters `from` to `to` (excluded) of the text of a page; pages begin with 1. */
  readonly spans: readonly { readonly page: number; readonly from: number; readonly to: number }[]
  readonly text: string
  /** Characters at the beginning of the text that repeat what an earlier chunk has. */
  readonly repeatedLength: number
  readonly headingPath: readonly string[]
  /** Null where the original has no pages. */
  readonly pageFrom: number | null
  readonly pageTo: number | null
  readonly tokenCount: number
  readonly enabled: boolean
  /** The edit that it was given. */
  readonly editId: string | null
}

type CutSettings = Pick<TargetIndex, 'chunkStrategy' | 'chunkTokens' | 'overlapTokens'>
type CutDocument = { readonly isPaged: boolean; readonly blocks: Iterable<Block> }

/** Tokens of the title and headings that a chunk is found by. */
const maxPrefixTokens = 64

/** Chunks after which others have their turn: some ten milliseconds. */
const chunksPerTurn = 20

/** Returns the chunks of a document in their order. Throws `FILE_TOO_MANY_PAGES` for more than an index can number. */
export async function cutChunks({ isPaged, blocks }: CutDocument, settings: CutSettings, signal?: AbortSignal): Promise<CutChunk[]> {
  const chunks: CutChunk[] = []
  const { chunkStrategy: strategy, chunkTokens: maxTokens, overlapTokens } = settings
  for (const { text, repeatedLength, headingPath, spans, tokens } of splitBlocks(blocks, { strategy, maxTokens, overlapTokens })) {
    if (chunks.length === maxChunks) throw new AppError('FILE_TOO_MANY_PAGES')
    chunks.push({
      text,
      repeatedLength,
      headingPath,
      spans,
      pageFrom: (isPaged && spans[0]?.page) || null,
      pageTo: (isPaged && spans.at(-1)?.page) || null,
      tokenCount: tokens,
      enabled: true,
      editId: null,
    })
    if (chunks.length % chunksPerTurn > 0) continue
    await otherWork()
    signal?.throwIfAborted()
  }
  return chunks
}

/** Returns the text that a chunk is found and embedded by: `title › heading path`, cut to 64 tokens, before its own. */
export function toIndexedText(title: string, { headingPath, text }: Pick<CutChunk, 'headingPath' | 'text'>): string {
  return toEmbeddedText(`${cutPrefix([title, ...headingPath])}\n${text}`)
}

/** Drops headings from the highest down, as the lowest says most of the chunk; the title stays, as far as it fits. */
function cutPrefix([title = '', ...headings]: readonly string[]): string {
  for (let from = 0; from < headings.length; from++) {
    const prefix = [title, ...headings.slice(from)].join(' › ')
    if (countTokens(prefix) <= maxPrefixTokens) return prefix
  }
  let prefix = title
  while (countTokens(prefix) > maxPrefixTokens) prefix = prefix.slice(0, Math.floor(prefix.length * 0.75))
  return prefix
}

type IndexedChunk = Pick<CutChunk, 'headingPath' | 'text'>

/** What an index stores of a content. */
export type IndexableContent<Chunk extends IndexedChunk = CutChunk> = {
  /** The title that its chunks are found by. */
  readonly title: string
  readonly chunks: readonly (Chunk & { readonly hash: Buffer })[]
  readonly lexical: LexicalIndex
}

/**
 * Returns chunks with the terms that they are found by, and the hashes of their indexed texts: equal ones have the same vector. Throws the
 * reason of the signal once it is aborted.
 */
export async function prepareContent<Chunk extends IndexedChunk>(
  title: string,
  chunks: readonly Chunk[],
  signal?: AbortSignal,
): Promise<IndexableContent<Chunk>> {
  const index = createSourceIndex()
  const hashed: (Chunk & { readonly hash: Buffer })[] = []
  for (const chunk of chunks) {
    const text = toIndexedText(title, chunk)
    index.addChunk(lexicalTerms(text))
    hashed.push({ ...chunk, hash: hash('sha256', text, 'buffer') })
    if (hashed.length % chunksPerTurn > 0) continue
    await otherWork()
    signal?.throwIfAborted()
  }
  return { title, chunks: hashed, lexical: index.encode() }
}
