import type { ChunkPlace, SourcePage } from '@heddle/contracts/knowledge/chunk'

/** A piece of a text that one chunk has, or none. */
export type Piece = { readonly text: string; readonly place: ChunkPlace | null }

/** Cuts the text of a page where chunks begin and end. Of chunks that overlap, the earlier one has the common characters. */
export function cutByPlaces({ text, from, places }: Pick<SourcePage, 'text' | 'from' | 'places'>): Piece[] {
  const ranges = places
    .flatMap((place) => place.ranges.map((range) => ({ place, from: range.from - from, to: range.to - from })))
    .toSorted((one, other) => one.from - other.from)
  const pieces: Piece[] = []
  let at = 0
  const addPiece = (to: number, place: ChunkPlace | null) => {
    const end = Math.min(to, text.length)
    if (end <= at) return
    pieces.push({ text: text.slice(at, end), place })
    at = end
  }
  for (const range of ranges) {
    addPiece(range.from, null)
    addPiece(range.to, range.place)
  }
  addPiece(text.length, null)
  return pieces
}
