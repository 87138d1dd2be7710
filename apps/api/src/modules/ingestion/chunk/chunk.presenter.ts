import { ChunkSpan } from '@heddle/contracts/document/chunk-span'
import { type Chunk, type ChunkPosition, type LostEdit, type SourcePage } from '@heddle/contracts/ingestion/chunk'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import { locateBoxes } from '../../../platform/documents/locate-boxes.ts'
import type { ChunkRow, LostEditRow, PlacedChunk } from './chunk.repository.ts'
import { findPart } from './page-part.ts'
import type { ParsedPage } from './parsed-page.service.ts'

const Spans = z.array(ChunkSpan)

export function presentChunk({ edit, ...chunk }: ChunkRow): Chunk {
  const isEdited = edit !== null && edit.text !== null
  return {
    id: chunk.id,
    number: chunk.number + 1,
    text: chunk.text,
    original_text: isEdited ? edit.originalText : null,
    heading_path: chunk.headingPath,
    page: chunk.pageFrom,
    page_to: chunk.pageTo,
    spans: Spans.parse(chunk.spans),
    token_count: chunk.tokenCount,
    enabled: chunk.enabled,
    is_edited: isEdited,
  }
}

export const presentLostEdit = ({ id, originalText, text, enabled }: LostEditRow): LostEdit => ({
  id,
  original_text: originalText ?? '',
  text,
  enabled,
})

/** Presents the part of a page that has the character `at`. */
export function presentPagePart({ document, index }: ParsedPage, at: number): Omit<SourcePage, 'places'> {
  const { label, verdict, text } = document.pages[index] ?? { label: null, verdict: 'empty', text: '' }
  const part = findPart(text, at, limits.sourcePartCharacters)
  return {
    number: index + 1,
    page_count: document.pages.length,
    label,
    verdict,
    text: text.slice(part.from, part.to),
    from: part.from,
    length: text.length,
  }
}

/** Returns those of some spans that are in a part of a page. */
export const listSpansIn = (spans: readonly ChunkSpan[], { number, from, text }: Pick<SourcePage, 'number' | 'from' | 'text'>) =>
  spans.filter((span) => span.page === number && span.from < from + text.length && span.to > from)

/** Presents the part of a page that has the character `at`, with the chunks on it. */
export function presentSourcePage(page: ParsedPage, at: number, chunks: readonly PlacedChunk[]): SourcePage {
  const part = presentPagePart(page, at)
  const positions = chunks.flatMap(({ id, number, enabled, spans }): ChunkPosition[] => {
    const ranges = listSpansIn(Spans.parse(spans), part)
    if (ranges.length === 0) return []
    return [
      {
        chunk_id: id,
        number: number + 1,
        enabled,
        ranges: ranges.map(({ from, to }) => ({ from, to })),
        boxes: locateBoxes(page.document, ranges).map(({ x, y, width, height }) => ({ x, y, width, height })),
      },
    ]
  })
  return { ...part, places: positions }
}
