import type { TextRange } from '@heddle/contracts/ingestion/chunk'

type PlacedRanges = { readonly ranges: readonly TextRange[] }

/** A piece of a text that one place has, or none. */
type Piece<Place> = { readonly text: string; readonly place: Place | null }

type PlacedText<Place> = {
  readonly text: string
  /** The first character of the text, as the ranges count. */
  readonly from: number
  readonly places: readonly Place[]
}

/** Cuts a text where places begin and end. Of places that overlap, the earlier one has the common characters. */
export function cutByPlaces<Place extends PlacedRanges>({ text, from, places }: PlacedText<Place>): Piece<Place>[] {
  const ranges = places
    .flatMap((place) => place.ranges.map((range) => ({ place, from: range.from - from, to: range.to - from })))
    .toSorted((one, other) => one.from - other.from)
  const pieces: Piece<Place>[] = []
  let at = 0
  const addPiece = (to: number, place: Place | null) => {
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
