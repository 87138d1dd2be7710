// The formulas of Markdown, in a text that arrives in pieces: `\(…\)`, `\[…\]`, `$…$` and `$$…$$`, as the web reads them.
import { matchAt } from './match-at.ts'

/** What may decide how a place is read, and is waited for. */
export const awaitedCharacters = 200

const inFormula = /[^\n\\$()[\]]+/y
/** The rest of a formula between single dollars, up to its end. */
const restOfFormula = new RegExp(`(?:\\\\[^\\n]|[^\\\\$\\n]){0,${awaitedCharacters}}`, 'y')

/** One that is open; those between single dollars are not known before they are closed. */
export type Formula = {
  readonly closing: '$$' | '\\)' | '\\]'
  /** It may have several paragraphs. */
  readonly isBlock: boolean
  /** Brackets that are open in it. */
  depth: number
}

/**
 * Returns where the piece of a formula that stands at a place ends, and whether the formula is over with it; null while more has to
 * be seen. A bracket that was only escaped, `\[so]`, is over before its other half.
 */
export function readFormulaPiece(formula: Formula, text: string, at: number, isEnd: boolean): { end: number; isOver: boolean } | null {
  const piece = matchAt(inFormula, text, at)
  if (piece !== '') return { end: at + piece.length, isOver: false }
  const mark = text.charAt(at)
  const { closing } = formula
  if (mark === '\\' || (mark === '$' && closing === '$$')) {
    if (at + 1 === text.length && !isEnd) return null
    const pair = text.slice(at, at + 2)
    const isOver = pair === closing
    return { end: at + (isOver || (mark === '\\' && !pair.endsWith('\n')) ? pair.length : 1), isOver }
  }
  if (closing !== '$$' && mark !== '$') {
    const opens = mark === '(' || mark === '['
    if (!opens && formula.depth === 0) return { end: at, isOver: true }
    formula.depth += opens ? 1 : -1
  }
  return { end: at + 1, isOver: false }
}

/** Pandoc's rule: no space before the last dollar, and no digit after it. */
export const closesDollarFormula = (before: string, next: string) => !/\s/.test(before) && !/\d/.test(next)

/** Returns where the formula between single dollars ends that a place is in, -1 when it is in none; null while more has to be seen. */
export function endOfDollarFormula(text: string, at: number, isEnd: boolean): number | null {
  const end = at + matchAt(restOfFormula, text, at).length
  if (end - at >= awaitedCharacters) return -1
  if (!isEnd && (end === text.length || (end + 1 === text.length && text[end] !== '\n'))) return null
  return text[end] === '$' && closesDollarFormula(text.charAt(end - 1), text.charAt(end + 1)) ? end + 1 : -1
}
