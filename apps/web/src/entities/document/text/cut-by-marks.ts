import type { TextRange } from '@heddle/contracts/ingestion/chunk'

type PlacedRanges = { readonly ranges: readonly TextRange[] }

/** A piece of a text that one mark has, or none. */
type Piece<Mark> = { readonly text: string; readonly mark: Mark | null }

type PlacedText<Mark> = {
  readonly text: string
  /** The first character of the text, as the ranges count. */
  readonly from: number
  readonly marks: readonly Mark[]
}

/** Cuts a text where marks begin and end. Of marks that overlap, the earlier one has the common characters. */
export function cutByMarks<Mark extends PlacedRanges>({ text, from, marks }: PlacedText<Mark>): Piece<Mark>[] {
  const ranges = marks
    .flatMap((mark) => mark.ranges.map((range) => ({ mark, from: range.from - from, to: range.to - from })))
    .toSorted((one, other) => one.from - other.from)
  const pieces: Piece<Mark>[] = []
  let at = 0
  const addPiece = (to: number, mark: Mark | null) => {
    const end = Math.min(to, text.length)
    if (end <= at) return
    pieces.push({ text: text.slice(at, end), mark })
    at = end
  }
  for (const range of ranges) {
    addPiece(range.from, null)
    addPiece(range.to, range.mark)
  }
  addPiece(text.length, null)
  return pieces
}
