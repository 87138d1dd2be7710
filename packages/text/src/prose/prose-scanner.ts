// Reads Markdown, in pieces of any size, and tells its prose from what is none, as the web shows it:
//
// - code: fenced blocks (CommonMark 4.5) and spans (6.1), which end with as many backticks as they begin with;
// - formulas: `$…$` by the rule of Pandoc's `tex_math_dollars` (on one line, no space behind the first dollar, none before the last,
//   no digit behind it), `$$…$$`, `\(…\)`, `\[…\]` and the environments of amsmath; one that begins its line is a display formula
//   (display-formula.ts);
// - URLs: where links lead (6.3), and bare addresses (GFM 6.9), which end at Chinese punctuation too, and before Chinese hosts;
// - HTML tags (6.6) and backslash escapes (2.4).
//
// Of two that overlap the first counts. What its paragraph does not close is prose: a single backtick, an amount of money. Every
// decision depends on the text alone, never on where it was cut. A stream looks `maxAhead` characters ahead for an end: beyond,
// code, a tag or a formula goes on to its end or that of the paragraph, and a dollar is one of money unless TeX is behind it.
//
// Indented code (4.4) is prose here: models fence their code, and indent the paragraphs of their lists.
import { type Address, measureAddress } from './address.ts'
import { isUnfinishedEnvironment, readDisplayClosing } from './display-formula.ts'
import { countQuotes, type Fence, findFence, isListItem, maxRun, measureFenceEnd } from './fence.ts'
import { matchAt, measureAt } from './match-at.ts'
import { type Ahead, type Extent, measureDollarFormula, measureLinkTarget, measureTag } from './inline-marks.ts'
import {
  addressOpening,
  type Ending,
  endings,
  escaped,
  findClosing,
  findParagraphEnding,
  heading,
  lineOpening,
  marks,
  quoteOpening,
  restOfLine,
  unfinishedAddress,
  unfinishedMark,
  words,
} from './markdown-marks.ts'

/** An `escape` is a backslash with what it escapes. */
export type SegmentKind = 'prose' | 'escape' | 'code' | 'formula' | 'url' | 'tag'
/** `isQuoted`: in a block quote. What is long is cut into several, prose anywhere. */
export type ProseSegment = { readonly kind: SegmentKind; readonly text: string; readonly isQuoted: boolean }

export type SegmentReader = {
  readonly take: (segment: ProseSegment) => void
  /**
   * Sees text that may still be of any kind, and returns how many of its characters it has passed on, because it changes them in
   * none; `take` gets the others when they are decided. Without this, all of them wait.
   */
  readonly passUndecided?: (text: string) => number
}

/** What is decided up to `end`; null while more has to be seen. */
type Piece = { readonly kind: SegmentKind; readonly end: number } | null
/** What goes on beyond what a stream looks ahead; a block goes on through empty lines. */
type Open = { readonly kind: SegmentKind; readonly closing: string; readonly isBlock: boolean }
const maxAhead = 64

/** Returns the segments of a whole text, its prose in one piece, with no limit to how far an end is looked for. */
export function scanProse(text: string): ProseSegment[] {
  const segments: ProseSegment[] = []
  new ProseScanner({ take: (segment) => segments.push(segment) }, Number.POSITIVE_INFINITY).finish(text)
  return segments
}

/** Scans one text; its reader gets the segments in order, which joined are the text. */
export class ProseScanner {
  readonly #reader: SegmentReader
  readonly #maxAhead: number
  /** What is to be read, with a character before it. */
  #text = ''
  #at = 0
  #isEnd = false
  /** Up to where the reader has it: behind the place what is undecided, before it prose that is given in one piece. */
  #given = 0
  #isProseQuoted = false

  #isLineStart = true
  /** Where the text of the line begins, behind its opening. */
  #textAt = 0
  #isQuoted = false
  /** Whether the line before is one of a paragraph, how that ends, and the column of the list item that it is in. */
  #isParagraph = false
  #ending = findParagraphEnding(0, false)
  #column = 0
  #fence: Fence | null = null
  #open: Open | null = null
  #address: Address | null = null

  /** What was found ahead: the ends of paragraphs, and by closing marks, the end of a text without them. */
  readonly #ends = new Map<Ending, { readonly at: number; readonly end: number }>()
  readonly #unclosed = new Map<string, number>()

  constructor(reader: SegmentReader, ahead = maxAhead) {
    this.#reader = reader
    this.#maxAhead = ahead
  }

  push(text: string): void {
    const start = Math.max(0, this.#at - 1)
    this.#text = this.#text.slice(start) + text
    this.#at -= start
    this.#textAt -= start
    this.#given -= start
    this.#ends.clear()
    this.#unclosed.clear()
    for (let piece = this.#read(); piece; piece = this.#read()) this.#take(piece)
    this.#give('prose', this.#isProseQuoted)
    const isUndecided = !this.#isLineStart && this.#given < this.#text.length
    if (isUndecided) this.#given += this.#reader.passUndecided?.(this.#text.slice(this.#given)) ?? 0
  }

  /** Takes the last piece, and gives the reader what was held back. What is pushed later goes on from there. */
  finish(text = ''): void {
    this.#isEnd = true
    this.push(text)
    this.#isEnd = false
  }

  #take({ kind, end }: NonNullable<Piece>) {
    if (kind !== 'prose' || this.#isQuoted !== this.#isProseQuoted) this.#give('prose', this.#isProseQuoted)
    this.#at = end
    this.#isProseQuoted = this.#isQuoted
    if (kind !== 'prose') this.#give(kind, this.#isQuoted)
  }

  #give(kind: SegmentKind, isQuoted: boolean) {
    if (this.#given >= this.#at) return
    this.#reader.take({ kind, text: this.#text.slice(this.#given, this.#at), isQuoted })
    this.#given = this.#at
  }

  #read(): Piece {
    const mark = this.#text.charAt(this.#at)
    if (mark === '') return null
    if (this.#open?.isBlock) return this.#readOpen(this.#open)
    if (this.#isLineStart) return this.#fence ? this.#readFencedLine(this.#fence) : this.#readLineStart()
    if (mark === '\n') return this.#readLineEnd()
    if (this.#fence) return this.#piece('code', measureAt(restOfLine, this.#text, this.#at))
    if (this.#open) return this.#readOpen(this.#open)
    if (this.#address) return this.#readAddress(this.#address)
    if (mark === '`') return this.#readTicks()
    if (mark === '$') return this.#readDollars()
    if (mark === '\\') return this.#readBackslash()
    if (mark === '<') return this.#readExtent('tag', measureTag(this.#lookAhead('tag')), '>')
    if (mark === ']') return this.#readExtent('url', measureLinkTarget(this.#lookAhead('url')), ')')
    return this.#readWords()
  }

  #piece(kind: SegmentKind, length: number): Piece {
    return { kind, end: this.#at + length }
  }

  /** Whether a piece of `length` characters would end where more of it may come. */
  #mayGoOn(length: number): boolean {
    return !this.#isEnd && this.#at + length === this.#text.length
  }

  #isEnded(kind: SegmentKind): boolean {
    const { here } = this.#findEnding(kind)
    here.lastIndex = this.#at
    return here.test(this.#text)
  }

  #readLineEnd(): Piece {
    if (this.#open?.closing === '$') this.#open = null
    this.#isLineStart = true
    this.#address = null
    return this.#piece(this.#fence ? 'code' : (this.#open?.kind ?? 'prose'), 1)
  }

  #readLineStart(): Piece {
    const opening = this.#matchOpening()
    const textAt = this.#at + opening.length
    unfinishedMark.lastIndex = textAt
    heading.lastIndex = textAt
    if (!this.#isEnd && unfinishedMark.test(this.#text)) return null
    const fence = findFence(this.#text.slice(textAt), opening, this.#maxAhead, !this.#isEnd)
    if (fence === 'hold') return null
    if (this.#open && (fence || this.#isEnded(this.#open.kind))) this.#open = null
    const isHeading = heading.test(this.#text)
    const isBlank = /[\r\n]/.test(this.#text.charAt(textAt))
    if (isListItem(opening)) this.#column = opening.length
    else if (!isBlank && (!this.#isParagraph || this.#isEnded('prose'))) this.#column = Math.min(this.#column, opening.length)
    this.#fence = fence
    this.#isQuoted = opening.includes('>')
    this.#ending = isHeading ? endings.heading : findParagraphEnding(this.#column, this.#isQuoted)
    this.#isParagraph = !isBlank && !isHeading && !fence
    this.#isLineStart = false
    this.#textAt = textAt
    return this.#piece(this.#open?.kind ?? 'prose', opening.length)
  }

  /** Returns the marks before a line's text. */
  #matchOpening(): string {
    const opening = matchAt(lineOpening, this.#text, this.#at)
    const isText = this.#isParagraph && isListItem(opening) && !this.#isEnded('prose')
    return (isText ? matchAt(quoteOpening, this.#text, this.#at) : opening).slice(0, maxRun)
  }

  #readFencedLine(fence: Fence): Piece {
    const opening = matchAt(fence.opening, this.#text, this.#at).slice(0, maxRun)
    const mark = this.#text.charAt(this.#at + opening.length)
    if (this.#mayGoOn(opening.length)) return null
    const isBehind = countQuotes(opening) < fence.quotes || (mark !== '\n' && opening.length < fence.minIndent)
    if (isBehind) this.#fence = null
    if (isBehind) return this.#readLineStart()
    const isMark = fence.marks.startsWith(mark) && opening.length < fence.indent + 4
    const closing = isMark ? measureFenceEnd(this.#text.slice(this.#at + opening.length), fence, !this.#isEnd) : 0
    if (closing === null) return null
    if (closing > 0) this.#fence = null
    this.#isLineStart = false
    return this.#piece('code', opening.length + closing)
  }

  /** Reads on in what was too long to be looked over. */
  #readOpen({ kind, closing, isBlock }: Open): Piece {
    const rest = isBlock ? this.#text.slice(this.#at) : matchAt(restOfLine, this.#text, this.#at)
    const isLast = this.#mayGoOn(rest.length)
    const { from, end } = findClosing(rest, 0, closing, isLast)
    if (end !== -1) {
      this.#open = null
      this.#isLineStart = isBlock && !this.#isQuoted
    }
    if (end !== -1 || from > 0) return this.#piece(kind, end === -1 ? from : end)
    return isLast ? null : this.#piece(kind, 1)
  }

  #readTicks(): Piece {
    const run = matchAt(marks, this.#text, this.#at)
    if (run.length < maxRun && this.#mayGoOn(run.length)) return null
    return run.length < maxRun ? this.#readPair('code', run, run) : this.#piece('prose', run.length)
  }

  #readDollars(): Piece {
    const run = matchAt(marks, this.#text, this.#at)
    if (run.length < maxRun && this.#mayGoOn(run.length)) return null
    if (run.length > 2) return this.#piece('prose', run.length)
    if (run.length === 1) return this.#readExtent('formula', measureDollarFormula(this.#lookAhead('formula')), '$')
    return this.#at === this.#textAt ? this.#readDisplayFormula('$$') : this.#readPair('formula', '$$', '$$')
  }

  #readBackslash(): Piece {
    if (this.#mayGoOn(1)) return null
    const next = this.#text.charAt(this.#at + 1)
    if (next === '(') return this.#readPair('formula', '\\(', '\\)')
    if (next !== '[' && next !== 'b') return this.#readEscape()
    const { text, ends } = this.#lookAhead('formula')
    const isDisplayed = this.#at === this.#textAt
    const isUnfinished = next === 'b' ? isUnfinishedEnvironment(text) : isDisplayed && !text.includes('\n')
    if (ends === 'open' && isUnfinished) return null
    const closing = readDisplayClosing(text, 0)
    if (closing !== null && isDisplayed) return this.#readDisplayFormula(closing)
    if (next === '[') return this.#readPair('formula', '\\[', '\\]')
    return closing === null ? this.#readEscape() : this.#readPair('formula', closing.replace('end', 'begin'), closing)
  }

  /** What is behind it on its line is a line of its own, but for that of a quote. */
  #readDisplayFormula(closing: string): Piece {
    this.#isParagraph = false
    const { end } = findClosing(this.#text, this.#at + 2, closing, false)
    this.#isLineStart = end !== -1 && !this.#isQuoted
    if (end !== -1 || this.#isEnd) return { kind: 'formula', end: end === -1 ? this.#text.length : end }
    this.#open = { kind: 'formula', closing, isBlock: true }
    return this.#piece('formula', 2)
  }

  #readEscape(): Piece {
    const escape = matchAt(escaped, this.#text, this.#at)
    return escape === '' ? this.#piece('prose', 1) : this.#piece('escape', 2)
  }

  /** Reads what is closed by another mark; what is not closed is its mark alone. */
  #readPair(kind: 'code' | 'formula', opening: string, closing: string): Piece {
    const { text, ends } = this.#lookAhead(kind)
    const isUnclosed = this.#unclosed.get(closing) === this.#at + text.length
    const end = isUnclosed ? -1 : findClosing(text, opening.length, closing, ends !== 'paragraph').end
    if (end === -1 && ends === 'open') return null
    if (end === -1 && ends === 'far') return this.#leaveOpen(kind, opening.length, closing)
    if (end === -1) this.#unclosed.set(closing, this.#at + text.length)
    const isEmpty = opening.startsWith('\\') && text.slice(opening.length, end - closing.length).trim() === ''
    if (end !== -1 && !isEmpty) return this.#piece(kind, end)
    return opening.startsWith('\\') ? this.#readEscape() : this.#piece('prose', opening.length)
  }

  #leaveOpen(kind: SegmentKind, length: number, closing: string): Piece {
    this.#open = { kind, closing, isBlock: false }
    return this.#piece(kind, length)
  }

  /** Reads so much of a kind; its mark alone is prose. */
  #readExtent(kind: SegmentKind, extent: Extent, closing: string): Piece {
    if (extent === null) return null
    if (extent === 'far') return this.#leaveOpen(kind, closing.length, closing)
    return extent > 0 ? this.#piece(kind, extent) : this.#piece('prose', 1)
  }

  #readWords(): Piece {
    const opening = measureAt(addressOpening, this.#text, this.#at)
    if (opening > 0) this.#address = { depth: 0, isHost: true }
    if (opening > 0) return this.#piece('url', opening)
    const length = measureAt(words, this.#text, this.#at)
    const unfinished = this.#mayGoOn(length) ? unfinishedAddress.exec(this.#text.slice(-9)) : null
    const decided = length - (unfinished?.[0].length ?? 0)
    return decided > 0 ? this.#piece('prose', decided) : null
  }

  #readAddress(address: Address): Piece {
    const length = measureAddress(address, this.#text, this.#at)
    if (length > 0) return this.#piece('url', length)
    this.#address = null
    return this.#read()
  }

  #lookAhead(kind: SegmentKind): Ahead {
    const farthest = this.#at + this.#maxAhead
    const paragraph = this.#findEnd(this.#findEnding(kind))
    if (paragraph.end <= farthest) return { text: this.#text.slice(this.#at, paragraph.at), ends: 'paragraph' }
    if (this.#text.length >= farthest) return { text: this.#text.slice(this.#at, farthest), ends: 'far' }
    return { text: this.#text.slice(this.#at), ends: this.#isEnd ? 'paragraph' : 'open' }
  }

  #findEnding(kind: SegmentKind): Ending {
    return kind === 'formula' && this.#ending !== endings.heading ? endings.formula : this.#ending
  }

  #findEnd(ending: Ending) {
    const known = this.#ends.get(ending)
    if (known && this.#at <= known.at) return known
    ending.ahead.lastIndex = this.#at
    const at = ending.ahead.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY
    const end = { at, end: ending.ahead.lastIndex || Number.POSITIVE_INFINITY }
    this.#ends.set(ending, end)
    return end
  }
}
