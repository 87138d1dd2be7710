// Cuts a block of a document into what stays whole: sentences, rows, lines.
import type { Block } from './block.ts'
import { countTokens } from '@heddle/text/count-tokens'

/** Characters of a token, at most, in a text that is not white space alone: what has more is not even counted. */
const maxCharactersPerToken = 20
/** Characters of a piece of what has no place to cut; at most three tokens each. */
const pieceCharacters = 100

// The marks that end a sentence are the same in all of our languages; Thai has none.
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Characters `from` to `to` (excluded) of a block, which stay together. */
export type BlockPart = { readonly from: number; readonly to: number; readonly tokens: number }

/** Returns how many tokens a text has; infinitely many where it is far longer than the limit. */
const measure = (text: string, limit: number) =>
  text.length > limit * maxCharactersPerToken ? Number.POSITIVE_INFINITY : countTokens(text)

/** Returns whether a text has so many tokens at most. */
export const fitsTokens = (text: string, limit: number): boolean => measure(text, limit) <= limit

type Way = (text: string) => Iterable<string>

/** Yields the parts of a block in their order, at most `limit` tokens each: tables and code where they fit, lines of a list, sentences. */
export function* cutBlock({ kind, text }: Block, limit: number): Generator<BlockPart> {
  const isWhole = kind === 'table' || kind === 'code' || kind === 'heading'
  const wholes = isWhole ? [text] : kind === 'list' ? splitLines(text) : splitSentences(text)
  let at = 0
  for (const whole of wholes) {
    for (const [piece, tokens] of cut(whole, limit, [splitLines, splitAtSpaces, splitWords])) {
      yield { from: at, to: at + piece.length, tokens }
      at += piece.length
    }
  }
}

/** Yields a text if the limit holds it, else its pieces, found by the first way, theirs by the next. */
function* cut(text: string, limit: number, [way, ...ways]: readonly Way[]): Generator<readonly [text: string, tokens: number]> {
  const tokens = measure(text, limit)
  if (tokens <= limit) return yield [text, tokens]
  if (way) for (const piece of way(text)) yield* cut(piece, limit, ways)
  else for (const piece of splitCharacters(text)) yield [piece, countTokens(piece)]
}

/** Yields the lines of a text, each with its end. */
export function* splitLines(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) yield line
}

/** Sentences go on over the end of a line: those of a PDF are as long as its page is wide. */
function* splitSentences(paragraph: string): Generator<string> {
  function* find() {
    for (const { segment, index } of sentences.segment(paragraph.replaceAll(/[\r\n]/g, ' '))) {
      yield paragraph.slice(index, index + segment.length)
    }
  }
  yield* joinGraphemes(find())
}

function* splitAtSpaces(text: string): Generator<string> {
  function* find() {
    for (const [piece] of text.matchAll(/\S*\s+|\S+/g)) yield piece
  }
  yield* joinGraphemes(find())
}

function* splitWords(text: string): Generator<string> {
  function* find() {
    for (const { segment } of words.segment(text)) yield segment
  }
  yield* joinGraphemes(find())
}

/** What belongs to the grapheme before it (UAX 29, GB9 and GB9a), even to a space or to a letter of another script. */
const extender = /^[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u200d\u0e33\u0eb3]/u

/** Yields the pieces with those joined that part a grapheme. */
function* joinGraphemes(pieces: Iterable<string>): Generator<string> {
  let piece = ''
  for (const next of pieces) {
    if (piece !== '' && !extender.test(next)) {
      yield piece
      piece = ''
    }
    piece += next
  }
  if (piece !== '') yield piece
}

/** Whole graphemes, but of those that are longer than a piece. */
function* splitCharacters(text: string): Generator<string> {
  let piece = ''
  for (const { segment } of graphemes.segment(text)) {
    for (const character of segment.length > pieceCharacters ? segment : [segment]) {
      if (piece.length + character.length > pieceCharacters) {
        yield piece
        piece = ''
      }
      piece += character
    }
  }
  if (piece !== '') yield piece
}
