// Cuts a text into passages that can be given to a model and cited one by one.
import { countTokens } from './count-tokens.ts'

/** Tokens from which on a passage ends where it may, and those that none has more of. */
const enoughTokens = 300
const maxTokens = 400
/** Characters that are more than a passage whatever they are (but for white space): not even counted. */
const surelyTooLong = 8_000
/** Characters of a piece of what has no place to cut; at most three tokens each. */
const pieceCharacters = 100

// The marks that end a sentence are the same in all of our languages; Thai has none.
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** A part of a text that stays whole. */
type Part = { readonly text: string; readonly tokens: number }

/**
 * Yields the passages of a text in their order, trimmed: 300 to 400 tokens each (o200k), fewer at the end. A sentence stays
 * whole, a row of a table too, and a table where it is no longer than a passage; what is longer is cut at its lines, else
 * between words. Nothing but white space is left out.
 */
export function* splitPassages(text: string): Generator<string> {
  let passage = ''
  let tokens = 0
  for (const part of partsOf(text)) {
    if (tokens >= enoughTokens || tokens + part.tokens > maxTokens) {
      if (passage.trim() !== '') yield passage.trim()
      passage = ''
      tokens = 0
    }
    passage += part.text
    tokens += part.tokens
  }
  if (passage.trim() !== '') yield passage.trim()
}

/** Returns the parts of a text: tables, and the sentences of everything else. */
function* partsOf(text: string): Generator<Part> {
  for (const block of blocksOf(text)) {
    for (const whole of isRow(block) ? [block] : sentencesOf(block)) yield* cut(whole, [linesOf, spacesOf, wordsOf])
  }
}

/** Tables, and paragraphs with the empty lines behind them. */
function* blocksOf(text: string): Generator<string> {
  // What is known of the block is kept beside it: to look it over again at every line would take hours for a long one.
  let block = ''
  let hasText = false
  let hasRow = false
  let endsEmpty = false
  for (const line of linesOf(text)) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && hasText && (isRow(line) !== hasRow || endsEmpty)) {
      yield block
      block = ''
      hasText = false
      hasRow = false
    }
    block += line
    hasText ||= !isEmpty
    hasRow ||= isRow(line)
    endsEmpty = isEmpty
  }
  yield block
}

/** As spreadsheets and tables are written: with columns behind tabs or bars. */
const isRow = (line: string) => /[\t|]/.test(line)

function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) yield line
}

/** Sentences go on over the end of a line: those of a PDF are as long as its page is wide. */
function* sentencesOf(paragraph: string): Generator<string> {
  for (const { segment, index } of sentences.segment(paragraph.replaceAll(/[\r\n]/g, ' '))) {
    yield paragraph.slice(index, index + segment.length)
  }
}

function* spacesOf(text: string): Generator<string> {
  for (const [piece] of text.matchAll(/\S*\s+|\S+/g)) yield piece
}

function* wordsOf(text: string): Generator<string> {
  for (const { segment } of words.segment(text)) yield segment
}

function* charactersOf(text: string): Generator<string> {
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Returns a text as one part if a passage holds it, else its pieces, found by the first way, theirs by the next. */
function* cut(text: string, [way, ...ways]: readonly ((text: string) => Iterable<string>)[]): Generator<Part> {
  const tokens = text.length > surelyTooLong ? Number.POSITIVE_INFINITY : countTokens(text)
  if (tokens <= maxTokens) return yield { text, tokens }
  if (way) for (const piece of way(text)) yield* cut(piece, ways)
  else for (const piece of charactersOf(text)) yield { text: piece, tokens: countTokens(piece) }
}
