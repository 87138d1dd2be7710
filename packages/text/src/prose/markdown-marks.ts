// The marks of Markdown that the scanner of prose looks for, and what closes them.
import { environments, environmentStart } from './display-formula.ts'
import { measureAt } from './match-at.ts'

/** How a paragraph ends: `here` finds it at the beginning of a line, `ahead` on a later one. */
export type Ending = { readonly here: RegExp; readonly ahead: RegExp }

/** What is no mark, up to the opening of an address. */
export const words = /(?:[^\n`\\$<\]fhw]+|(?<=[a-z\d])[fhw]|(?!(?:https?|ftp):\/\/|www\.)[fhw])+/iy
export const marks = /`{1,100}|\${1,100}/y
const ticks = /`{1,100}/g
/** The marks of quotes alone. */
export const quoteOpening = /[ \t>]*/y
export const lineOpening = /[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))[ \t]*)*/y
/** The beginning of a line's text, as long as it may still become a mark of its block. */
export const unfinishedMark = new RegExp(String.raw`(?:[-*+]|\d{1,9}[.)]?|#{1,6}|\`{1,99}|~{1,99}|\${1,2}|\\|${environmentStart})?$`, 'y')
/** The lines that end a paragraph. Formulas have lines that look like lists; a heading has no other line. */
const emptyOrFence = '[ \\t\\r>]*(?:\\n|`{3}|~{3})'
const newBlock = `${emptyOrFence}|[ \\t\\r>]*(?:#{1,6}[ \\t\\n]|(?:[-*+]|1[.)])[ \\t]|\\||\\$\\$[^$]|\\\\\\[|\\\\begin\\{${environments}\\})`
const number = '\\d{1,9}[.)][ \\t]'
export const endings = { formula: createEnding(emptyOrFence), heading: createEnding('') }
const paragraphEndings = new Map<string, Ending>()
export const heading = /#{1,6}[ \t]/y
export const fenceMarks = /`{1,100}|~{1,100}/y
export const blanks = /[ \t\r]{0,100}/y
export const restOfLine = /[^\n]*/y
/** A tag up to its end, or that of the text. */
export const openTag =
  /<(?:\/(?:[a-z][a-z\d-]*\s*)?|[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'=<>`]+)?)?)*\s*\/?)?/iy
export const inDollars = /(?:[^\\$\n]+|\\[^\n])*/y
export const tex = /[\\^_{]/
export const linkTarget =
  /\]\([ \t]*(?:<[^<>\n]*>|(?:[^\s()<\\]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/y
export const escaped = /\\[!-/:-@[-`{-~]/y
export const addressOpening = /(?<![a-z\d])(?:(?:https?|ftp):\/\/|www\.)/iy
export const unfinishedAddress = /(?<![a-z\d])(?:h(?:t(?:t(?:ps?(?::\/?)?)?)?)?|f(?:t(?:p(?::\/?)?)?)?|w{1,3})$/i
export const inHost = /[^\s<>"`|*\\()[\]/?#“”‘’…\u2e80-\uffff]+/y
export const inAddress = /[^\s<>"`|*\\()[\]\u3000-\u3003\u3008-\u301b“”‘’…\uff00-\uff65]+/y

/**
 * Returns how a paragraph ends whose text is at a column of its list item, 0 without one. A list that begins in a paragraph begins with
 * 1 (CommonMark 5.3), or outside of the item or quote that the paragraph is in.
 */
export function findParagraphEnding(column: number, isQuoted: boolean): Ending {
  const key = `${column} ${isQuoted}`
  const known = paragraphEndings.get(key)
  if (known) return known
  const outside = column > 0 ? `|[ \\t]{0,${column - 1}}${number}` : ''
  const quoted = column > 0 ? `|[ \\t\\r>]*${number}` : `|[ \\t]*${number}`
  const ending = createEnding(isQuoted ? `${newBlock}${quoted}` : `[ \\t]*>|${newBlock}${outside}`)
  paragraphEndings.set(key, ending)
  return ending
}

function createEnding(line: string): Ending {
  return { here: new RegExp(line, 'y'), ahead: new RegExp(`\\n(?:${line})`, 'g') }
}

/**
 * Returns where a text is closed behind a place: from where, and up to where, which is -1 if it is not. Then there is no closing mark
 * `from` the beginning up to there, nor, if the text goes on, a part of one.
 */
export function findClosing(text: string, at: number, closing: string, hasMore: boolean): { from: number; end: number } {
  if (closing === '$') {
    const from = at + measureAt(inDollars, text, at)
    return { from, end: text[from] === '$' ? from + 1 : -1 }
  }
  if (!closing.startsWith('`')) {
    const from = text.indexOf(closing, at)
    if (from !== -1) return { from, end: from + closing.length }
    const partAt = hasMore ? text.lastIndexOf(closing.charAt(0)) : -1
    return { from: partAt >= at && closing.startsWith(text.slice(partAt)) ? partAt : text.length, end: -1 }
  }
  ticks.lastIndex = at
  for (let run = ticks.exec(text); run; run = ticks.exec(text)) {
    if (hasMore && ticks.lastIndex === text.length) return { from: run.index, end: -1 }
    if (run[0].length === closing.length) return { from: run.index, end: ticks.lastIndex }
  }
  return { from: text.length, end: -1 }
}
