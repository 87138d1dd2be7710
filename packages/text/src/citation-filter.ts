// Citations in the text of a model that was given numbered passages: the numbers that exist are written `[1]`, the others go.
import { readBrackets, readNumbers } from './citation-brackets.ts'
import { awaitedCharacters, closesDollarFormula, endOfDollarFormula, type Formula, readFormulaPiece } from './formulas.ts'
import { matchAt } from './match-at.ts'
import type { TextFilter } from './text-filter.ts'

export type CitationFilter = TextFilter & {
  /** Returns the numbers that were cited since the last call, in the order of their first appearance. */
  readonly takeCited: () => number[]
}

/** White space, quotation marks and backticks in a row, an upper bound of real text: a longer run is not read again. */
const longestRun = 100
/** What no space is put before. */
const closesUp = /^$|^[\s.,;:!?)\]}。、，；：！？）」』】]/

const plain = /[^\n`\\[【［ \t$]{1,200}/y
const blanks = /[ \t]+/y
const backticks = /`+/y
const inCode = /[^`\n]+/y
const lineOpening = /[ \t>]{0,100}/y
const fenceMarks = /`{1,100}|~{1,100}/y
const restOfLine = /[^\n]*/y

/** Where an address begins; that of a link too. */
const addressOpening = /(?:https?|ftp):\/\/|(?<![a-z\d])www\.|(?<!\\)\]\(/gi
/** Longer than all but the last character of that, with the one before. */
const rememberedCharacters = 9
const inAddress = /[^\s<>"`|*\\()[\]\u3000-\u3003\u3008-\u301b“”‘’…\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/y

/**
 * Returns a filter for Markdown that writes citations as `[1]`, or `[1][2]` for several (also those that were written `[1, 2]`,
 * `[1-3]`, `【1】`, `［1］` or `[[1]]`), and drops the numbers for which `exists` is false, with the space before them. It leaves alone
 * what is no citation: code, addresses, links, formulas, footnotes, escaped and other brackets, and `[2024]` unless there are so
 * many passages. It holds back no more than a bracket with the character behind it, a space, or the beginning of a line; behind a
 * single dollar, a bracket with what shows whether the dollar is money: 200 characters at most, or the rest of the line.
 */
export function createCitationFilter(exists: (number: number) => boolean): CitationFilter {
  const seen = new Set<number>()
  let cited: number[] = []
  let held = ''
  /** White space that goes with what follows it. */
  let gap = ''
  let isLineStart = true
  let lineHasText = false
  /** Backticks around the code that the text is in; 0 outside. */
  let codeTicks = 0
  let fence: string | null = null
  /** In a row of backticks that is too long to be any code's. */
  let isInLongRun = false
  /** The last characters before the place, '' behind a citation. */
  let before = ''
  /** Brackets that are open in the address that the text is in; null outside. */
  let addressDepth: number | null = null
  let formula: Formula | null = null
  /** Behind a dollar that may open a formula on its line. */
  let isBehindDollar = false

  function cite(numbers: readonly number[]): string {
    for (const number of numbers) {
      if (seen.has(number)) continue
      seen.add(number)
      cited.push(number)
    }
    return numbers.map((number) => `[${number}]`).join('')
  }

  /** Returns where the beginning of a line ends, with the fence that it opens or closes; null while it may still become one. */
  function endOfLineOpening(text: string, at: number, isEnd: boolean): number | null {
    const start = at + matchAt(lineOpening, text, at).length
    if (start - at === longestRun) return start
    const marks = matchAt(fenceMarks, text, start)
    if (marks.length === longestRun) return start
    const end = start + marks.length
    if (end === text.length && !isEnd) return null
    if (marks === '' && (text[end] === '\n' || end === text.length) && !fence) {
      codeTicks = 0
      formula = null
    }
    if (marks.length < 3) return fence ? end : start
    const info = matchAt(restOfLine, text.slice(0, end + awaitedCharacters), end)
    const isWhole = isEnd || end + info.length < text.length || info.length === awaitedCharacters
    if (fence) {
      if (!marks.startsWith(fence) || info.trim() !== '') return end
      if (!isWhole) return null
      fence = null
      return end
    }
    // The end of code that began behind something else on its line.
    if (codeTicks === marks.length) return start
    // Code between three backticks within a line.
    if (marks.startsWith('`') && info.includes('`')) return start
    if (!isWhole) return null
    fence = marks
    codeTicks = 0
    formula = null
    return end
  }

  /** Returns how much of a text that has no brackets is read: all, or up to where an address begins. */
  function readPlain(whole: string): number {
    const known = before + whole
    addressOpening.lastIndex = 0
    for (let match = addressOpening.exec(known); match; match = addressOpening.exec(known)) {
      const end = match.index + match[0].length - before.length
      if (end <= 0) continue
      addressDepth = 0
      return end
    }
    return whole.length
  }

  /** Returns where the piece of an address at a place ends, the same place where the address has ended. */
  function endOfAddressPiece(text: string, at: number, depth: number): number {
    const piece = matchAt(inAddress, text, at)
    if (piece !== '') return at + piece.length
    const opens = text[at] === '(' || text[at] === '['
    const closes = depth > 0 && (text[at] === ')' || text[at] === ']')
    addressDepth = opens ? depth + 1 : closes ? depth - 1 : null
    return addressDepth === null ? at : at + 1
  }

  /** Reads a dollar as Pandoc does: no space behind the first of a formula, none before the last, no digit behind it. */
  function readDollar(next: string) {
    if (isBehindDollar && closesDollarFormula(before.slice(-1), next)) isBehindDollar = false
    else if (next === '$') formula = { closing: '$$', isBlock: !lineHasText, depth: 0 }
    else isBehindDollar = next !== '' && !/\s/.test(next)
  }

  /** Filters what can be decided, and holds the rest. */
  function filter(text: string, isEnd: boolean): string {
    let out = ''
    let at = 0
    function say(end: number) {
      out += gap + text.slice(at, end)
      before = (before + text.slice(Math.max(at, end - rememberedCharacters), end)).slice(-rememberedCharacters)
      gap = ''
      at = end
      lineHasText = true
    }
    while (at < text.length) {
      if (isInLongRun) {
        isInLongRun = text[at] === '`'
        if (isInLongRun) say(at + matchAt(backticks, text, at).length)
        continue
      }
      if (isLineStart && !formula?.isBlock) {
        const end = endOfLineOpening(text, at, isEnd)
        if (end === null) break
        say(end)
        isLineStart = false
        lineHasText = false
        continue
      }
      if (text[at] === '\n') {
        say(at + 1)
        isLineStart = true
        addressDepth = null
        isBehindDollar = false
        continue
      }
      if (formula) {
        const piece = readFormulaPiece(formula, text, at, isEnd)
        if (piece === null) break
        say(piece.end)
        if (piece.isOver) formula = null
        isLineStart = false
        continue
      }
      if (addressDepth !== null) {
        say(endOfAddressPiece(text, at, addressDepth))
        continue
      }
      const code = fence ? matchAt(restOfLine, text, at) : codeTicks > 0 ? matchAt(inCode, text, at) : ''
      if (code !== '') {
        say(at + code.length)
        continue
      }
      const words = matchAt(plain, text, at)
      if (words !== '') {
        say(at + readPlain(words))
        continue
      }
      const ticks = matchAt(backticks, text, at)
      if (ticks !== '') {
        isInLongRun = ticks.length >= longestRun
        if (!isInLongRun && at + ticks.length === text.length && !isEnd) break
        if (!isInLongRun) codeTicks = codeTicks === 0 ? ticks.length : codeTicks === ticks.length ? 0 : codeTicks
        say(at + ticks.length)
        continue
      }
      const blank = matchAt(blanks, text, at)
      if (blank !== '') {
        gap += blank
        at += blank.length
        before = ' '
        if (gap.length <= longestRun) continue
        out += gap.slice(0, -longestRun)
        gap = gap.slice(-longestRun)
        continue
      }
      if (text[at] === '$') {
        if (at + 1 === text.length && !isEnd) break
        readDollar(text.charAt(at + 1))
        say(formula ? at + 2 : at + 1)
        continue
      }
      if (text[at] === '\\') {
        if (at + 1 === text.length && !isEnd) break
        if (text[at + 1] === '(') formula = { closing: '\\)', isBlock: false, depth: 0 }
        else if (text[at + 1] === '[') formula = { closing: '\\]', isBlock: !lineHasText, depth: 0 }
        say(text[at + 1] === '\n' ? at + 1 : Math.min(at + 2, text.length))
        continue
      }
      const brackets = readBrackets(text, at, isEnd)
      if (brackets === null) break
      const next = text.slice(brackets.end, brackets.end + 1)
      const isLink = text[at] === '[' && next === '('
      const isDefinition = next === ':' && !lineHasText && gap === ''
      const numbers = brackets.inner === null || isLink || isDefinition ? null : readNumbers(brackets.inner, exists)
      if (numbers === null) {
        say(brackets.end)
        continue
      }
      if (isBehindDollar) {
        const end = endOfDollarFormula(text, at, isEnd)
        if (end === null) break
        isBehindDollar = false
        if (end > 0) {
          say(end)
          continue
        }
      }
      at = brackets.end
      before = ''
      if (numbers.length > 0) {
        // What was no link must not become one.
        out += gap + cite(numbers) + (next === '(' ? ' ' : '')
        lineHasText = true
      }
      if (numbers.length > 0 || closesUp.test(next)) gap = ''
    }
    held = text.slice(at)
    return out
  }

  return {
    push: (text) => filter(held + text, false),
    finish() {
      const rest = filter(held, true) + gap
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
