// A run: text of one line that a page draws without a gap.
import type { Box, PageFragment } from './fragment.ts'

/** Degrees that the direction of the text is turned by; vertical writing is read as turned by 270. */
export type Direction = 0 | 90 | 180 | 270

export type TextRun = {
  readonly fragment: PageFragment
  readonly direction: Direction
  /** In the frame of the direction: left and right end, baseline, and font size. */
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** The font of most of its characters. */
  readonly font: string
  /** What stands apart in it without a blank, as the cells of a narrow table do; at least two, or none. */
  readonly parts?: readonly TextRun[]
}

export type Item = Omit<TextRun, 'fragment' | 'parts'> & {
  readonly text: string
  readonly box: Box
  /** Its parts, where the file moves on between them without a blank. */
  readonly pieces?: readonly Item[]
  /** Whether the file moved on to it without a blank. */
  readonly isMoved?: boolean
}
