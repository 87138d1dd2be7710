// Cuts a document into chunks: what a search finds, a model is given, and a citation names.
import type { Block } from './block.ts'
import { countTokens } from '@heddle/text/count-tokens'
import { type BlockPart, cutBlock, fitsTokens } from './cut-block.ts'

/** Headings that begin a section: those below are within it. */
const maxSectionLevel = 3

export type SplitSettings = {
  /** `structure` ends a chunk where a section does; `fixed` fills each, whatever begins in it. */
  readonly strategy: 'structure' | 'fixed'
  readonly maxTokens: number
  /** How many tokens a chunk repeats of the one before, at most; none where a section or a repeated header begins it. */
  readonly overlapTokens: number
}

export const defaultSplitSettings: SplitSettings = { strategy: 'structure', maxTokens: 400, overlapTokens: 0 }

type Sizes = {
  readonly maxTokens: number
  /** Tokens from which on a chunk ends where it may, and those below which a new heading does not end it. */
  readonly enoughTokens: number
  readonly minSectionTokens: number
  /** Tokens of a header that is repeated: one that is longer would leave too little room for its rows. */
  readonly maxHeaderTokens: number
  /** Tokens of headings that what they are of leaves room for. */
  readonly maxHeadingTokens: number
  readonly overlapTokens: number
}

function chooseSizes({ strategy, maxTokens, overlapTokens }: SplitSettings): Sizes {
  const isFixed = strategy === 'fixed'
  return {
    maxTokens,
    enoughTokens: isFixed ? maxTokens : maxTokens * 0.75,
    minSectionTokens: isFixed ? Number.POSITIVE_INFINITY : maxTokens * 0.2,
    maxHeaderTokens: maxTokens * 0.25,
    maxHeadingTokens: maxTokens * 0.25,
    // Half of a chunk is its own.
    overlapTokens: Math.min(overlapTokens, maxTokens / 2),
  }
}

/** Characters `from` to `to` (excluded) of a page. */
type PageSpan = { readonly page: number; readonly from: number; readonly to: number }

export type TextChunk = {
  /** Without white space at its ends. Two blocks have at least the end of a line between them. */
  readonly text: string
  /**
   * Characters at the beginning of the text that repeat the header of a table which was cut, or the end of the chunk before; the spans have
   * them not.
   */
  readonly repeatedLength: number
  /** The headings that all of it is under, the highest one first. */
  readonly headingPath: readonly string[]
  /** Where it stands in the original, in its order. */
  readonly spans: readonly PageSpan[]
  /** In OpenAI's o200k, counted piece by piece (`countTokens`). */
  readonly tokens: number
}

type Header = { readonly text: string; readonly tokens: number }
type PlacedPart = BlockPart & {
  readonly block: Block
  readonly headings: readonly string[]
  readonly startsSection: boolean
  /** Whether no chunk should end with it: a heading, what introduces a list, the header of a table. */
  readonly keepsWithNext: boolean
  /** What is repeated where it begins a chunk. */
  readonly header: Header | null
}

/**
 * Yields the chunks of a document in its order, three quarters of `maxTokens` to all of them, fewer at the end of a section. A sentence stays whole, a row of a
 * table, an item of a list and a line of code too, and a table or code where it is no longer than a chunk; what is longer is cut at its
 * lines, else between words, never in a grapheme that fits a chunk. Each part of a table that was cut begins with its header. A heading of
 * level 1 to 3 begins a chunk, unless the one before would have fewer than a fifth of them; no chunk ends with a heading, nor with the sentence
 * before a list, where both fit, and none is of headings alone: what a heading is of leaves room for it, and the last ones of a document are
 * in the chunk before or with its last part, where that fits. Every character is in one chunk, but for white space at the ends.
 */
export function* splitBlocks(blocks: Iterable<Block>, settings: SplitSettings = defaultSplitSettings): Generator<TextChunk> {
  const sizes = chooseSizes(settings)
  let parts: PlacedPart[] = []
  let repeated = nothingRepeated
  let tokens = 0
  let before: UncutChunk | null = null
  for (const part of placeParts(blocks, sizes)) {
    const endsSection = part.startsSection && tokens >= sizes.minSectionTokens
    if (tokens >= sizes.enoughTokens || tokens + part.tokens > sizes.maxTokens || endsSection) {
      const carried = takeCarried(parts, part, sizes.maxTokens)
      if (parts.length > 0) {
        if (before) yield* createChunk(before)
        before = { parts, repeated, tokens: tokens - carried.reduce((sum, each) => sum + each.tokens, 0) }
      }
      const own = [...carried, part].reduce((sum, each) => sum + each.tokens, 0)
      const isFresh = (carried[0] ?? part).startsSection || (carried[0] ?? part).header !== null
      repeated = isFresh ? nothingRepeated : repeatEnd(parts, Math.min(sizes.overlapTokens, sizes.maxTokens - own))
      parts = carried
      tokens = own - part.tokens + repeated.tokens
    }
    if (parts.length === 0) tokens = repeated.tokens + (part.header?.tokens ?? 0)
    parts.push(part)
    tokens += part.tokens
  }
  const last = { parts, repeated, tokens }
  const joined =
    before && tokens < sizes.maxHeadingTokens && parts.every(isHeadingPart) ? joinHeadings(before, last, sizes.maxTokens) : null
  for (const chunk of joined ?? [before, last]) if (chunk) yield* createChunk(chunk)
}

const isHeadingPart = ({ block }: PlacedPart) => block.kind === 'heading' || block.text.trim() === ''

/** Returns the headings that end a document in the chunk before, or with its last part where both are too long for one. */
function joinHeadings(before: UncutChunk, { parts, tokens }: UncutChunk, maxTokens: number): UncutChunk[] | null {
  if (before.tokens + tokens <= maxTokens) return [{ ...before, parts: [...before.parts, ...parts], tokens: before.tokens + tokens }]
  const from = before.parts.findLastIndex((part) => !isHeadingPart(part))
  const [kept, moved] = [before.parts.slice(0, from), before.parts.slice(from)]
  const movedTokens = moved.reduce((sum, part) => sum + part.tokens, 0)
  const all = (moved[0]?.header?.tokens ?? 0) + movedTokens + tokens
  if (from < 1 || kept.every(isHeadingPart) || all > maxTokens) return null
  return [
    { ...before, parts: kept, tokens: before.tokens - movedTokens },
    { parts: [...moved, ...parts], repeated: nothingRepeated, tokens: all },
  ]
}

type UncutChunk = { readonly parts: readonly PlacedPart[]; readonly repeated: Repeated; readonly tokens: number }
type Repeated = { readonly text: string; readonly tokens: number }
const nothingRepeated: Repeated = { text: '', tokens: 0 }

/** Returns the last parts of a chunk, as many as the limit holds. */
function repeatEnd(parts: readonly PlacedPart[], limit: number): Repeated {
  let tokens = 0
  const before = parts.findLastIndex((part) => {
    if (tokens + part.tokens > limit) return true
    tokens += part.tokens
    return false
  })
  if (tokens === 0) return nothingRepeated
  return { text: `${joinText(trimPieces(joinParts(parts.slice(before + 1))))}\n`, tokens }
}

/** Removes what has to stay with the next part from the end of a chunk, as far as both fit one. */
function takeCarried(parts: PlacedPart[], next: PlacedPart, maxTokens: number): PlacedPart[] {
  let tokens = next.tokens
  const last = parts.findLastIndex((part) => {
    if (!part.keepsWithNext || tokens + part.tokens > maxTokens) return true
    tokens += part.tokens
    return false
  })
  return parts.splice(last + 1)
}

/** Cuts each block, and tells of its parts what is around them. */
function* placeParts(blocks: Iterable<Block>, sizes: Sizes): Generator<PlacedPart> {
  let path: readonly Block[] = []
  let headingTokens = 0
  let block: Block | undefined
  for (const next of blocks) {
    if (block) {
      path = followPath(path, block)
      yield* placeBlock(block, path, next, leaveRoom(sizes, headingTokens))
      if (block.kind === 'heading') headingTokens += countTokens(block.text) + 1
      else if (block.text.trim() !== '') headingTokens = 0
    }
    block = next
  }
  if (block) yield* placeBlock(block, followPath(path, block), undefined, leaveRoom(sizes, headingTokens))
}

const leaveRoom = (sizes: Sizes, tokens: number): Sizes =>
  tokens > 0 && tokens <= sizes.maxHeadingTokens ? { ...sizes, maxTokens: sizes.maxTokens - tokens } : sizes

const readLevel = (heading: Block) => heading.level ?? 1

const followPath = (path: readonly Block[], block: Block): readonly Block[] =>
  block.kind === 'heading' ? [...path.filter((heading) => readLevel(heading) < readLevel(block)), block] : path

function* placeBlock(block: Block, path: readonly Block[], next: Block | undefined, sizes: Sizes): Generator<PlacedPart> {
  const headings = path.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())
  const header = findHeader(block, sizes)
  const isHeading = block.kind === 'heading'
  const introduces = (block.kind === 'paragraph' && next?.kind === 'list') || (block.kind === 'caption' && next?.kind === 'table')
  for (const part of cutBlock(block, sizes.maxTokens - (header?.tokens ?? 0))) {
    const isInHeader = header !== null && part.to <= header.text.length
    yield {
      ...part,
      // The end of the line behind a block that has none.
      tokens: part.to === block.text.length && !block.text.endsWith('\n') ? part.tokens + 1 : part.tokens,
      block,
      headings,
      startsSection: isHeading && part.from === 0 && readLevel(block) <= maxSectionLevel,
      keepsWithNext: isHeading || isInHeader || (introduces && part.to === block.text.length),
      header: isInHeader || part.from === 0 ? null : header,
    }
  }
}

/** Returns the rows that are repeated in each part of a table; null where it is not cut. */
function findHeader({ kind, text, headerRows = 0 }: Block, { maxTokens, maxHeaderTokens }: Sizes): Header | null {
  if (kind !== 'table' || headerRows === 0 || fitsTokens(text, maxTokens)) return null
  let end = 0
  for (let row = 0; row < headerRows; row++) end = text.indexOf('\n', end) + 1 || text.length
  const tokens = end === text.length ? Number.POSITIVE_INFINITY : countTokens(text.slice(0, end))
  return tokens <= maxHeaderTokens ? { text: text.slice(0, end), tokens } : null
}

type Piece = { readonly block: Block; readonly from: number; readonly to: number }

function* createChunk({ parts, repeated, tokens }: UncutChunk): Generator<TextChunk> {
  const pieces = trimPieces(joinParts(parts))
  if (pieces.length === 0) return
  const before = repeated.text + (parts[0]?.header?.text ?? '')
  const text = before + joinText(pieces, before)
  yield { text, repeatedLength: before.length, headingPath: findCommonPath(parts), spans: joinSpans(pieces.flatMap(findSpans)), tokens }
}

/** Returns the text of pieces, each on a line of its own, to be put behind `before`. */
function joinText(pieces: readonly Piece[], before = ''): string {
  let text = ''
  for (const { block, from, to } of pieces) {
    const end = text === '' ? before : text
    if (end !== '' && !end.endsWith('\n')) text += '\n'
    text += block.text.slice(from, to)
  }
  return text
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
  const readText = ({ block, from, to }: Piece) => block.text.slice(from, to)
  const written = (piece: Piece) => readText(piece).trim() !== ''
  const kept = pieces.slice(pieces.findIndex(written), pieces.findLastIndex(written) + 1)
  return kept.map((piece, index) => {
    const text = readText(piece)
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
