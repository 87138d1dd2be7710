// Which formulas are displayed as blocks: shared by what reads a text in pieces and by what cuts it into blocks.
import { matchAt } from './match-at.ts'

/** More dollars than two are a line of dollars. */
const dollars = /\$\$(?!\$)/y
const bracket = /\\\[/y
/** A bracket that is escaped and closed again, `\[so]`, on a line without `\]`. */
const escapedBracket = /\\\[[^\n\\[\]]*\](?![^\n]*\\\])/y
/** The environments of amsmath that are formulas by themselves. */
export const environments = String.raw`(?:align(?:at|ed|edat)?|array|CD|[dr]?cases|eqnarray|equation|gather(?:ed)?|multline|split|(?:[bBpvV]|small)?matrix)\*?`
const environment = new RegExp(String.raw`\\begin\{(${environments})\}`, 'y')
/** What may still become the opening of an environment. */
export const environmentStart = String.raw`\\b(?:e(?:g(?:i(?:n(?:\{[a-zA-Z]{0,9}\*?)?)?)?)?)?`
const unfinishedEnvironment = new RegExp(`^${environmentStart}$`)

/** Returns what closes the environment whose opening stands at a place; null when none does. */
export function readEnvironmentClosing(text: string, at: number): string | null {
  environment.lastIndex = at
  const name = environment.exec(text)?.[1]
  return name === undefined ? null : String.raw`\end{${name}}`
}

export const isUnfinishedEnvironment = (text: string): boolean => unfinishedEnvironment.test(text)

/**
 * Returns what closes the display formula whose mark stands at the beginning of a line's text; null when none does. It goes on to
 * there, through empty lines, or to the end of the text.
 */
export function readDisplayClosing(text: string, at: number): string | null {
  if (matchAt(dollars, text, at) !== '') return '$$'
  const closing = readEnvironmentClosing(text, at)
  if (closing !== null) return closing
  return matchAt(bracket, text, at) !== '' && matchAt(escapedBracket, text, at) === '' ? '\\]' : null
}

const indentation = / {0,3}/y
const blankRest = /[^\S\n]*\n+/y
const lineWithMark = new RegExp(String.raw`(?<=\n) {0,3}(?:\$\$(?!\$)|\\\[|\\begin\{${environments}\})`, 'g')
const pairOfDollars = /(?<!\$)\$\$(?!\$)/
const endOfParagraph = /\n[^\S\n]*\n/

/** Returns the display formula that a text begins with, and the ends of lines behind it; '' if it begins with none. */
export function readDisplayBlock(text: string): string {
  const start = matchAt(indentation, text, 0).length
  const closing = readDisplayClosing(text, start)
  const closingAt = closing === null ? -1 : text.indexOf(closing, start + 2)
  if (closing === null) return ''
  const end = closingAt === -1 ? text.length : closingAt + closing.length
  return text.slice(0, end) + matchAt(blankRest, text, end)
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
