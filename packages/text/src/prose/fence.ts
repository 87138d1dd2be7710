// The fences of code blocks (CommonMark 4.5).
import { matchAt, measureAt } from './match-at.ts'
import { blanks, fenceMarks, restOfLine } from './markdown-marks.ts'

/** `opening` matches that of its lines; one that is indented by less than `minIndent` is behind its list item. */
export type Fence = {
  readonly marks: string
  readonly opening: RegExp
  readonly quotes: number
  readonly indent: number
  readonly minIndent: number
}

/** Characters of a line's opening, backticks in a row: an upper bound of real text. */
export const maxRun = 100

/** Whether the opening of a line has the mark of a list's item beside spaces and the marks of quotes. */
export const isListItem = (opening: string): boolean => /[^ \t>]/.test(opening)

/** Returns how many quotes a line with this opening is in. */
export const countQuotes = (opening: string): number => opening.split('>').length - 1

/**
 * Returns the fence that a text behind the opening of its line begins with; `hold` where more of it may come. The info is read up to
 * `maxInfo`.
 */
export function findFence(text: string, opening: string, maxInfo: number, hasMore: boolean): Fence | 'hold' | null {
  const marks = matchAt(fenceMarks, text, 0)
  const info = marks.startsWith('`') ? matchAt(restOfLine, text, marks.length).slice(0, maxInfo) : null
  if (marks.length < 3 || marks.length === maxRun || info?.includes('`')) return null
  if (info !== null && info.length < maxInfo && hasMore && marks.length + info.length === text.length) return 'hold'
  const quotes = countQuotes(opening)
  const minIndent = isListItem(opening) ? opening.length : 0
  return { marks, opening: new RegExp(`(?:[ \\t]*>){0,${quotes}}[ \\t]*`, 'y'), quotes, indent: opening.length, minIndent }
}

/** Returns how much of a text behind the opening of its line closes a fence; 0 when it is code, null where more of it may come. */
export function measureFenceEnd(text: string, { marks }: Fence, hasMore: boolean): number | null {
  const run = matchAt(fenceMarks, text, 0)
  const blank = measureAt(blanks, text, run.length)
  const end = run.length + blank
  if (hasMore && end === text.length && blank < maxRun && (run.startsWith(marks) || blank === 0)) return null
  return run.startsWith(marks) && blank < maxRun && text.charAt(end).trim() === '' ? end : 0
}
