// The fences of code blocks (CommonMark 4.5).
import { matchAt } from './match-at.ts'
import { blanks, fenceMarks, restOfLine } from './markdown-marks.ts'

/** `opening` matches that of its lines; one that is indented by less than `minIndent` is behind its list item. */
export type Fence = {
  readonly marks: string
  readonly opening: RegExp
  readonly quotes: number
  readonly indent: number
  readonly minIndent: number
}

/** A text to read at a place; `isEnd` when nothing follows it. */
export type ScanPosition = { readonly text: string; readonly at: number; readonly isEnd: boolean }

/** Characters of a line's opening, backticks in a row: an upper bound of real text. */
export const maxRun = 100

/** Whether the opening of a line has the mark of a list's item beside spaces and the marks of quotes. */
export const isListItem = (opening: string): boolean => /[^ \t>]/.test(opening)

/** Returns how many quotes a line with this opening is in. */
export const countQuotes = (opening: string): number => opening.split('>').length - 1

/** Whether a piece of `length` characters would end where more of it may come. */
export const mayGoOn = ({ text, at, isEnd }: ScanPosition, length: number): boolean => !isEnd && at + length === text.length

/** Returns the fence that a line begins with behind its opening; `hold` where it may go on. The info is read up to `maxInfo`. */
export function findFence(position: ScanPosition, opening: string, maxInfo: number): Fence | 'hold' | null {
  const { text, at } = position
  const indent = opening.length
  const marks = matchAt(fenceMarks, text, at + indent)
  if (marks.length < 3 || marks.length >= maxRun) return null
  if (marks.startsWith('`')) {
    const info = matchAt(restOfLine, text, at + indent + marks.length).slice(0, maxInfo)
    if (info.includes('`')) return null
    if (info.length < maxInfo && mayGoOn(position, indent + marks.length + info.length)) return 'hold'
  }
  const quotes = countQuotes(opening)
  const minIndent = isListItem(opening) ? indent : 0
  return { marks, opening: new RegExp(`(?:[ \\t]*>){0,${quotes}}[ \\t]*`, 'y'), quotes, indent, minIndent }
}

/** Returns the length of a line that closes a fence, `start` of it its opening; null when it is code, `hold` where it may go on. */
export function measureFenceEnd(position: ScanPosition, { marks }: Fence, start: number): number | 'hold' | null {
  const { text, at } = position
  const run = matchAt(fenceMarks, text, at + start)
  if (run.length >= maxRun) return null
  if (mayGoOn(position, start + run.length)) return 'hold'
  const rest = matchAt(blanks, text, at + start + run.length)
  const end = start + run.length + rest.length
  if (!run.startsWith(marks) || rest.length >= maxRun) return null
  if (mayGoOn(position, end)) return 'hold'
  return text.charAt(at + end).trim() === '' ? end : null
}
