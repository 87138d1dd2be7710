// Citations in the text of a model that was given numbered passages: the numbers that exist are written `[1]`, the others go.
import { mayCite, readBrackets, readNumbers } from './citation-brackets.ts'
import { matchAt } from '../prose/match-at.ts'
import { ProseScanner, type ProseSegment } from '../prose/prose-scanner.ts'
import type { TextFilter } from '../prose/text-filter.ts'

export type CitationFilter = TextFilter & {
  /** Returns the numbers that were cited since the last call, in the order of their first appearance. */
  readonly takeCited: () => number[]
}

/** White space in a row, an upper bound of real text: what is longer is not held back. */
const maxGap = 100
/** What no space is put before. */
const closesUp = /^$|^[\s.,;:!?)\]}。、，；：！？）」』】]/

const words = /[^[【［ \t]+/y
const blanks = /[ \t]+/y
/** From here on, text that may be prose waits: a bracket with the space before it, and a space that may be before one. */
const waiting = /[ \t]*(?:[[\]【［]|$)/

/**
 * Returns a filter for Markdown that writes citations as `[1]`, or `[1][2]` for several (also those that were written `[1, 2]`,
 * `[1-3]`, `【1】`, `［1］` or `[[1]]`), and drops the numbers for which `exists` is false, with the space before them. It leaves alone
 * what is no citation: code, addresses, links, formulas, footnotes, escaped and other brackets, and `[2024]` unless there are so
 * many passages. It holds back no more than a bracket with the character behind it, a space, or the beginning of a line; behind a
 * mark that may open code, a formula, a link or a tag, a bracket with what shows whether it does: 64 characters at most.
 */
export function createCitationFilter(exists: (number: number) => boolean): CitationFilter {
  const scanner = new ProseScanner({ take, passUndecided })
  const seen = new Set<number>()
  let cited: number[] = []
  let out = ''
  /** Prose that begins with brackets which may go on. */
  let held = ''
  /** White space that goes with what follows it. */
  let gap = ''
  let lineHasText = false

  function cite(numbers: readonly number[]): string {
    for (const number of numbers) {
      if (seen.has(number)) continue
      seen.add(number)
      cited.push(number)
    }
    return numbers.map((number) => `[${number}]`).join('')
  }

  function pass(text: string) {
    out += gap + text
    gap = ''
    const lineAt = text.lastIndexOf('\n') + 1
    if (lineAt > 0) lineHasText = false
    lineHasText ||= /[^ \t>]/.test(lineAt > 0 ? text.slice(lineAt) : text)
  }

  /** Holds white space back, but at the beginning of a line. */
  function passBlanks(blank: string) {
    if (!lineHasText) return pass(blank)
    gap += blank
    out += gap.slice(0, -maxGap)
    gap = gap.slice(-maxGap)
  }

  /** Filters the prose at the beginning of a text, up to `end`, and holds what can't be decided. */
  function filter(text: string, end: number, isEnd: boolean) {
    let at = 0
    while (at < end) {
      const plain = matchAt(words, text, at).slice(0, end - at)
      if (plain !== '') pass(plain)
      const blank = matchAt(blanks, text, at + plain.length).slice(0, end - at - plain.length)
      if (blank !== '') passBlanks(blank)
      at += plain.length + blank.length
      if (at >= end || plain !== '' || blank !== '') continue
      const brackets = readBrackets(text, at, isEnd)
      if (brackets === null) break
      const next = text.charAt(brackets.end)
      const isLink = text[at] === '[' && next === '('
      const isDefinition = next === ':' && !lineHasText && gap === ''
      const numbers = brackets.inner === null || isLink || isDefinition ? null : readNumbers(brackets.inner, exists)
      if (numbers === null) pass(text.slice(at, Math.min(brackets.end, end)))
      // What was no link must not become one.
      else if (numbers.length > 0) pass(cite(numbers) + (next === '(' ? ' ' : ''))
      else if (closesUp.test(next)) gap = ''
      at = brackets.end
    }
    held = text.slice(at, end)
  }

  function take({ kind, text }: ProseSegment) {
    if (mayCite(kind)) return filter(held + text, held.length + text.length, false)
    filter(held + text, held.length, true)
    pass(text)
  }

  function passUndecided(text: string): number {
    filter(held + text, held.length, false)
    if (held !== '') return 0
    const length = text.search(waiting)
    if (length > 0) pass(text.slice(0, length))
    return length
  }

  return {
    push(text) {
      out = ''
      scanner.push(text)
      return out
    },
    finish() {
      out = ''
      scanner.finish()
      filter(held, held.length, true)
      const rest = out + gap
      gap = ''
      return rest
    },
    takeCited() {
      const taken = cited
      cited = []
      return taken
    },
  }
}
