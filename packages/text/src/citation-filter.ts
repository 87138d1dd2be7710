// Citations in the text of a model that was given numbered passages: the numbers that exist are written `[1]`, the others go.
import type { TextFilter } from './text-filter.ts'

export type CitationFilter = TextFilter & {
  /** Returns the numbers that were cited since the last call, in the order of their first appearance. */
  readonly takeCited: () => number[]
}

/** Longer than what anybody writes between the brackets of a citation. */
const innerCharacters = 60
const opening = /\[\[?|【|［/y
const closings: Readonly<Record<string, string>> = { '[': ']', '[[': ']]', '【': '】', '［': '］' }
/** Numbers and what joins them; some models add what kind of source it is: `【1†source】`. */
const inner = /[\d０-９ ,，、;；–—~～-]*(?:†[^】\n]*)?/y
const separators = /[,、;]/
const range = /^(\d{1,3}) ?[–—~-] ?(\d{1,3})$/
const widestRange = 20
/** What stands behind the opening of a fence on its line, as far as it is waited for. */
const infoCharacters = 200
/** What no space is put before. */
const closesUp = /^$|^[\s.,;:!?)\]}。、，；：！？）」』】]/

const plain = /[^\n`\\[【［ \t]+/y
const blanks = /[ \t]+/y
const backticks = /`+/y
const inCode = /[^`\n]+/y
const lineOpening = /[ \t>]*/y
const fenceMarks = /`+|~+/y
const restOfLine = /[^\n]*/y

type Brackets = { readonly end: number; /** Null for what is no citation. */ readonly inner: string | null }

/**
 * Returns a filter for Markdown that writes citations as `[1]`, or `[1][2]` for several (also those that were written `[1, 2]`,
 * `[1-3]`, `【1】`, `［1］` or `[[1]]`), and drops the numbers for which `exists` is false, with the space before them. It leaves alone
 * what is no citation: code, links, footnotes, escaped and other brackets, and `[2024]` unless there are so many passages.
 * It holds back no more than a bracket with the character behind it, a space, or the beginning of a line.
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
    const marks = matchAt(fenceMarks, text, start)
    const end = start + marks.length
    if (end === text.length && !isEnd) return null
    if (marks === '' && (text[end] === '\n' || end === text.length) && !fence) codeTicks = 0
    if (marks.length < 3) return fence ? end : start
    const rest = matchAt(restOfLine, text, end)
    const info = rest.slice(0, infoCharacters)
    const isWhole = isEnd || end + rest.length < text.length || (!fence && rest.length >= infoCharacters)
    if (fence) {
      if (!marks.startsWith(fence) || rest.trim() !== '') return end
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
    return end
  }

  /** Filters what can be decided, and holds the rest. */
  function filter(text: string, isEnd: boolean): string {
    let out = ''
    let at = 0
    function say(end: number) {
      out += gap + text.slice(at, end)
      gap = ''
      at = end
      lineHasText = true
    }
    while (at < text.length) {
      if (isLineStart) {
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
        continue
      }
      const whole = fence ? matchAt(restOfLine, text, at) : codeTicks > 0 ? matchAt(inCode, text, at) : matchAt(plain, text, at)
      if (whole !== '') {
        say(at + whole.length)
        continue
      }
      const ticks = matchAt(backticks, text, at)
      if (ticks !== '') {
        if (at + ticks.length === text.length && !isEnd) break
        if (codeTicks === 0) codeTicks = ticks.length
        else if (codeTicks === ticks.length) codeTicks = 0
        say(at + ticks.length)
        continue
      }
      const blank = matchAt(blanks, text, at)
      if (blank !== '') {
        gap += blank
        at += blank.length
        continue
      }
      if (text[at] === '\\') {
        if (at + 1 === text.length && !isEnd) break
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
      at = brackets.end
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

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Returns the brackets that open at a place, or only their opening if they hold no numbers; null while more has to be seen. */
function readBrackets(text: string, at: number, isEnd: boolean): Brackets | null {
  const isUndecided = (place: number) => place >= text.length && !isEnd
  const open = matchAt(opening, text, at)
  const noCitation = { end: at + 1, inner: null }
  if (isUndecided(at + open.length)) return null
  const content = matchAt(inner, text, at + open.length)
  const closingAt = at + open.length + content.length
  if (content.length > innerCharacters) return noCitation
  if (isUndecided(closingAt)) return null
  const closing = closings[open] ?? ''
  const end = closingAt + closing.length
  if (text.slice(closingAt, end) !== closing) return isUndecided(end - 1) && closing.startsWith(text.slice(closingAt)) ? null : noCitation
  return isUndecided(end) ? null : { end, inner: content }
}

/** Returns the numbers that exist; null when what is between the brackets is no citation. */
function readNumbers(content: string, exists: (number: number) => boolean): number[] | null {
  const numbers: number[] = []
  for (const part of content.replace(/†.*/s, '').normalize('NFKC').split(separators)) {
    const wanted = part.trim()
    const [, from, to] = range.exec(wanted) ?? []
    if (from !== undefined && to !== undefined) {
      const width = Number(to) - Number(from)
      const all = Array.from({ length: Math.max(0, Math.min(width, widestRange)) + 1 }, (_, index) => Number(from) + index)
      if (width <= 0 || width >= widestRange || !all.every(exists)) return null
      numbers.push(...all)
    } else {
      const number = /^\d{1,9}$/.test(wanted) ? Number(wanted) : 0
      if (number === 0 || (wanted.length > 3 && !exists(number))) return null
      numbers.push(number)
    }
  }
  return [...new Set(numbers)].filter(exists)
}
