// Which formulas are displayed as blocks: shared by what reads a text in pieces and by what cuts it into blocks.
import { matchAt } from './match-at.ts'

/** More dollars than two are a line of dollars. */
const dollars = /\$\$(?!\$)/y
const bracket = /\\\[/y
/** A bracket that is escaped and closed again, `\[so]`, on a line without `\]`. */
const escapedBracket = /\\\[[^\n\\[\]]*\](?![^\n]*\\\])/y

/**
 * Returns what closes the display formula whose mark stands at the beginning of a line's text; null when none does. It goes on to
 * there, through empty lines, or to the end of the text.
 */
export function readDisplayClosing(text: string, at: number): '$$' | '\\]' | null {
  if (matchAt(dollars, text, at) !== '') return '$$'
  return matchAt(bracket, text, at) !== '' && matchAt(escapedBracket, text, at) === '' ? '\\]' : null
}

const indentation = / {0,3}/y
const blankRest = /[^\S\n]*\n+/y
const lineWithMark = /(?<=\n) {0,3}(?:\$\$(?!\$)|\\\[)/g
const pairOfDollars = /(?<!\$)\$\$(?!\$)/
const endOfParagraph = /\n[^\S\n]*\n/

/** Returns the display formula that a text begins with, and the ends of lines behind it; '' if it begins with none. */
export function readDisplayBlock(text: string): string {
  const start = matchAt(indentation, text, 0).length
  const closing = readDisplayClosing(text, start)
  const closingAt = closing === null ? -1 : text.indexOf(closing, start + 2)
  if (closingAt === -1) return closing === null ? '' : text
  return text.slice(0, closingAt + 2) + matchAt(blankRest, text, closingAt + 2)
}

/** Returns where a line of the paragraph that a text begins with opens a display formula; -1 when none does. */
export function findDisplayBlock(text: string): number {
  const paragraph = text.slice(0, endOfParagraph.exec(text)?.index)
  for (const { index } of paragraph.matchAll(lineWithMark)) {
    // It may as well close one that begins behind other words.
    const isInFormula = paragraph.slice(0, index).split(pairOfDollars).length % 2 === 0 && paragraph.includes('$$', index)
    if (!isInFormula) return index
  }
  return -1
}
