// Cuts a document into chunks: what a search finds, a model is given, and a citation names.
import type { Block } from './block.ts'
import { countTokens } from '../count-tokens.ts'
import { type Part, cutBlock, fitsChunk, maxTokens } from './cut-block.ts'

/** Tokens from which on a chunk ends where it may, and those below which a new heading does not end it. */
const enoughTokens = 300
const minSectionTokens = 80
/** Headings that begin a section: those below are within it. */
const maxSectionLevel = 3
/** Tokens of a header that is repeated: one that is longer would leave too little room for its rows. */
const maxHeaderTokens = 100

/** Characters `from` to `to` (excluded) of a page. */
type PageSpan = { readonly page: number; readonly from: number; readonly to: number }

export type Chunk = {
  /** Without white space at its ends. Two blocks have at least the end of a line between them. */
  readonly text: string
  /** Characters at the beginning of the text that repeat the header of a table which was cut; the spans have them not. */
  readonly headerLength: number
  /** The headings that all of it is under, the highest one first. */
  readonly headingPath: readonly string[]
  /** Where it stands in the original, in its order. */
  readonly spans: readonly PageSpan[]
  /** At most 400, in OpenAI's o200k, counted piece by piece (`countTokens`). */
  readonly tokens: number
}

type Header = { readonly text: string; readonly tokens: number }
type PlacedPart = Part & {
  readonly block: Block
  readonly headings: readonly string[]
  readonly startsSection: boolean
  /** Whether no chunk should end with it: a heading, what introduces a list, the header of a table. */
  readonly keepsWithNext: boolean
  /** What is repeated where it begins a chunk. */
  readonly header: Header | null
}

/**
 * Yields the chunks of a document in its order, 300 to 400 tokens each, fewer at the end of a section. A sentence stays whole, a row of a
 * table, an item of a list and a line of code too, and a table or code where it is no longer than a chunk; what is longer is cut at its
 * lines, else between words, never in a grapheme that fits a chunk. Each part of a table that was cut begins with its header. A heading of
 * level 1 to 3 begins a chunk, unless the one before would have fewer than 80 tokens; no chunk ends with a heading, nor with the sentence
 * before a list, where both fit. Every character is in one chunk, but for white space at the ends.
 */
export function* splitBlocks(blocks: Iterable<Block>): Generator<Chunk> {
  let parts: PlacedPart[] = []
  let tokens = 0
  for (const part of placeParts(blocks)) {
    const endsSection = part.startsSection && tokens >= minSectionTokens
    if (tokens >= enoughTokens || tokens + part.tokens > maxTokens || endsSection) {
      const carried = takeCarried(parts, part)
      yield* createChunk(parts, tokens)
      parts = carried
      tokens = carried.reduce((sum, each) => sum + each.tokens, 0)
    }
    if (parts.length === 0) tokens = part.header?.tokens ?? 0
    parts.push(part)
    tokens += part.tokens
  }
  yield* createChunk(parts, tokens)
}

/** Removes what has to stay with the next part from the end of a chunk, as far as both fit one. */
function takeCarried(parts: PlacedPart[], next: PlacedPart): PlacedPart[] {
  let tokens = next.tokens
  const last = parts.findLastIndex((part) => {
    if (!part.keepsWithNext || tokens + part.tokens > maxTokens) return true
    tokens += part.tokens
    return false
  })
  return parts.splice(last + 1)
}

/** Cuts each block, and tells of its parts what is around them. */
function* placeParts(blocks: Iterable<Block>): Generator<PlacedPart> {
  let path: readonly Block[] = []
  let block: Block | undefined
  for (const next of blocks) {
    if (block) {
      path = followPath(path, block)
      yield* placeBlock(block, path, next)
    }
    block = next
  }
  if (block) yield* placeBlock(block, followPath(path, block), undefined)
}

const levelOf = (heading: Block) => heading.level ?? 1

const followPath = (path: readonly Block[], block: Block): readonly Block[] =>
  block.kind === 'heading' ? [...path.filter((heading) => levelOf(heading) < levelOf(block)), block] : path

function* placeBlock(block: Block, path: readonly Block[], next: Block | undefined): Generator<PlacedPart> {
  const headings = path.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
  const header = findHeader(block)
  const isHeading = block.kind === 'heading'
  const introduces = (block.kind === 'paragraph' && next?.kind === 'list') || (block.kind === 'caption' && next?.kind === 'table')
  for (const part of cutBlock(block, maxTokens - (header?.tokens ?? 0))) {
    const isInHeader = header !== null && part.to <= header.text.length
    yield {
      ...part,
      // The end of the line behind a block that has none.
      tokens: part.to === block.text.length && !block.text.endsWith('\n') ? part.tokens + 1 : part.tokens,
      block,
      headings,
      startsSection: isHeading && part.from === 0 && levelOf(block) <= maxSectionLevel,
      keepsWithNext: isHeading || isInHeader || (introduces && part.to === block.text.length),
      header: isInHeader || part.from === 0 ? null : header,
    }
  }
}

/** Returns the rows that are repeated in each part of a table; null where it is not cut. */
function findHeader({ kind, text, headerRows = 0 }: Block): Header | null {
  if (kind !== 'table' || headerRows === 0 || fitsChunk(text)) return null
  let end = 0
  for (let row = 0; row < headerRows; row++) end = text.indexOf('\n', end) + 1 || text.length
  const tokens = end === text.length ? Number.POSITIVE_INFINITY : countTokens(text.slice(0, end))
  return tokens <= maxHeaderTokens ? { text: text.slice(0, end), tokens } : null
}

type Piece = { readonly block: Block; readonly from: number; readonly to: number }

function* createChunk(parts: readonly PlacedPart[], tokens: number): Generator<Chunk> {
  const pieces = trimPieces(joinParts(parts))
  if (pieces.length === 0) return
  const header = parts[0]?.header?.text ?? ''
  let text = header
  for (const { block, from, to } of pieces) {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
    text += block.text.slice(from, to)
  }
  yield { text, headerLength: header.length, headingPath: findCommonPath(parts), spans: joinSpans(pieces.flatMap(findSpans)), tokens }
}

/** Returns the parts with those of one block as one piece. */
function joinParts(parts: readonly PlacedPart[]): Piece[] {
  const pieces: { block: Block; from: number; to: number }[] = []
  for (const { block, from, to } of parts) {
    const last = pieces.at(-1)
    if (last?.block === block) last.to = to
    else pieces.push({ block, from, to })
  }
  return pieces
}

function trimPieces(pieces: readonly Piece[]): Piece[] {
  const textOf = ({ block, from, to }: Piece) => block.text.slice(from, to)
  const written = (piece: Piece) => textOf(piece).trim() !== ''
  const kept = pieces.slice(pieces.findIndex(written), pieces.findLastIndex(written) + 1)
  return kept.map((piece, index) => {
    const text = textOf(piece)
    const before = index === 0 ? text.length - text.trimStart().length : 0
    const behind = index === kept.length - 1 ? text.length - text.trimEnd().length : 0
    return { ...piece, from: piece.from + before, to: piece.to - behind }
  })
}

/** Returns the headings that all parts but headings are under; those of the last heading when there is nothing else. */
function findCommonPath(parts: readonly PlacedPart[]): readonly string[] {
  const [first, ...others] = parts.filter(({ block }) => block.kind !== 'heading').map(({ headings }) => headings)
  if (!first) return parts.at(-1)?.headings ?? []
  const end = first.findIndex((heading, index) => others.some((path) => path[index] !== heading))
  return end === -1 ? first : first.slice(0, end)
}

const findSpans = ({ block, from, to }: Piece): PageSpan[] =>
  block.spans.flatMap((span) => {
    const begin = Math.max(from, span.at)
    const end = Math.min(to, span.at + span.to - span.from)
    return begin < end ? [{ page: span.page, from: span.from + begin - span.at, to: span.from + end - span.at }] : []
  })

function joinSpans(spans: readonly PageSpan[]): PageSpan[] {
  const joined: PageSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last?.page === span.page && last.to === span.from) joined[joined.length - 1] = { ...last, to: span.to }
    else joined.push(span)
  }
  return joined
}
