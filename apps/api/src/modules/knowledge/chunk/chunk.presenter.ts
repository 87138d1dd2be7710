import { type Chunk, ChunkSpan, type ChunkPlace, type LostEdit, type SourcePage } from '@heddle/contracts/knowledge/chunk'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import type { ParsedDocument } from '../../../documents/document.ts'
import { locateBoxes } from '../../../documents/locate-boxes.ts'
import type { ChunkRow, LostEditRow, PlacedChunk } from './chunk.repository.ts'
import { findPart } from './page-part.ts'

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
export function presentSourcePage(document: ParsedDocument, index: number, at: number, chunks: readonly PlacedChunk[]): SourcePage {
  const { label, verdict, text } = document.pages[index] ?? { label: null, verdict: 'empty', text: '' }
  const part = findPart(text, at, limits.sourcePartCharacters)
  const places = chunks.flatMap(({ id, number, enabled, spans }): ChunkPlace[] => {
    const ranges = Spans.parse(spans).filter(({ page, from, to }) => page === index + 1 && from < part.to && to > part.from)
    if (ranges.length === 0) return []
    return [
      {
        chunk_id: id,
        number: number + 1,
        enabled,
        ranges: ranges.map(({ from, to }) => ({ from, to })),
        boxes: locateBoxes(document, ranges).map(({ x, y, width, height }) => ({ x, y, width, height })),
      },
    ]
  })
  return {
    number: index + 1,
    page_count: document.pages.length,
    label,
    verdict,
    text: text.slice(part.from, part.to),
    from: part.from,
    length: text.length,
    places,
  }
}
