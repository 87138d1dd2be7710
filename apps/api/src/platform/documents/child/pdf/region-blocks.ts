// Cuts the lines of a region into headings, paragraphs, lists, captions and tables.
import type { DraftBlock } from './block-draft.ts'
import { divideLines } from './columns/divided-lines.ts'
import { maxOf, median, minOf } from './extent.ts'
import { endsWithHyphen, type PageFragment, joinFragments, joinLines } from './fragment.ts'
import { type RunLine, toFragment } from './columns/lines.ts'
import { measureFirstWord } from './columns/prose.ts'
import { findTable, formatPdfTable, hasFullColumns } from './tables.ts'

export type TypeStyle = {
  /** The size of most characters of the document. */
  readonly bodySize: number
  readonly isBold: (font: string) => boolean
  /** Whether a text is the title of an entry of the document's outline. */
  readonly isOutlined: (text: string) => boolean
}

/** In font sizes of the body. */
const headingSize = 1.15
const maxHeadingCharacters = 160
const maxHeadingLines = 3
/** In font sizes: an indented first line, and a gap that parts paragraphs where lines are set closely. */
const indentation = 0.9
const maxLineDistance = 1.9
/** Of the distance of the lines of the region. */
const paragraphDistance = 1.4

const bullet = /^[•●○▪■□◆❖➢➔✓◦‣⁃–—·∙*\u2212-]$/u
const bulletStart = /^[•●○▪■□◆❖➢➔✓◦‣⁃–—·∙*\u2212-]\s/u
const number = /^(?:\(?\d{1,2}[.)、]|\(?[a-z][.)]|[（(][一二三四五六七八九十\d]+[)）]|[①-⑳])$/u
const numberStart = /^(?:\(?\d{1,2}[.)、]\s|\(?[a-z][.)]\s|[（(][一二三四五六七八九十\d]+[)）]|[①-⑳])/u
const sentenceEnd = /[.!?。！？：:;；…][”’"'」』）)\]]*$/u
const caption = /^(?:Table|Figure|Fig\.|表|圖|図|ตารางที่|ตาราง|รูปที่|ภาพที่|Bảng|Hình)\s*[\dA-Z一二三四五六七八九十]/u
const letters = /\p{L}/u

const isMarker = (text: string) => bullet.test(text) || number.test(text)
const startsItem = (text: string) => isMarker(text) || bulletStart.test(text) || numberStart.test(text)

type TextLine = RunLine & { readonly fragment: PageFragment; readonly isBold: boolean }

type Region = {
  readonly lines: readonly TextLine[]
  /** The right margin of its lines. */
  readonly right: number
  /** The distance of its lines. */
  readonly distance: number
  readonly style: TypeStyle
}

/** Returns the blocks of the lines of a region, in their order; `pageRight` is where the text of a page may end. */
export function findRegionBlocks(lines: readonly RunLine[], style: TypeStyle, pageRight: number): DraftBlock[] {
  const distances = lines.slice(1).flatMap((line, index) => {
    const distance = (lines[index]?.y ?? 0) - line.y
    return distance < 2.5 * line.size ? [distance] : []
  })
  const region: Region = {
    lines: lines.map((line) => ({
      ...line,
      fragment: toFragment(line),
      isBold: line.runs.every(({ font }) => style.isBold(font)),
    })),
    right:
      lines.length < 4
        ? Math.max(
            pageRight,
            maxOf(lines, ({ right }) => right),
          )
        : maxOf(lines, ({ right }) => right),
    distance: median(distances),
    style,
  }
  const divided = divideLines(lines)
  const blocks: DraftBlock[] = []
  let at = 0
  while (at < lines.length) {
    const table = findTable(lines, divided, at, isMarker)
    if (table) {
      blocks.push({ ...closed, kind: 'table', fragment: formatPdfTable(table.table), size: lines[at]?.size ?? 0 })
      at = table.end
      continue
    }
    const end = findHeadingEnd(region, at) ?? cutAtTable(region, divided, at, findListEnd(region, at) ?? findParagraphEnd(region, at))
    blocks.push(createBlock(region, at, end))
    at = end
  }
  return joinItems(blocks)
}

/** Columns of a table that begins with no more distance than the lines of a text have: fewer may be a listing. */
const minColumnsInText = 3

/** Returns the first line behind `from` with which a table begins, at most `end`; a table of contents goes on. */
function cutAtTable({ lines }: Region, divided: readonly RunLine[], from: number, end: number): number {
  for (let at = from + 1; at < end; at += 1) {
    const isContents = lines[at]?.fragment.text.includes(' … ') ?? false
    if (!isContents && hasFullColumns(findTable(lines, divided, at, isMarker)?.table, minColumnsInText)) return at
  }
  return end
}

const closed = { isBold: false, isOpen: false, mayContinue: false }

function isHeading({ fragment: { text }, size, isBold }: TextLine, { bodySize, isOutlined }: TypeStyle): boolean {
  if (text.length > maxHeadingCharacters || !letters.test(text) || text.includes(' … ')) return false
  if (size >= headingSize * bodySize) return true
  if (size < 0.95 * bodySize) return false
  return isOutlined(text) || (isBold && !/[.。,，;；]$/u.test(text) && !caption.test(text))
}

/** Returns the line behind a heading; null where none begins. One that goes on for many lines is a text in large letters. */
function findHeadingEnd({ lines, style }: Region, from: number): number | null {
  const first = lines[from]
  if (!first || !isHeading(first, style)) return null
  let end = from + 1
  for (; end < lines.length; end++) {
    const [line, before] = [lines[end], lines[end - 1]]
    const isSameHeading =
      line &&
      before &&
      isSimilar(line, first) &&
      isHeading(line, style) &&
      before.y - line.y <= 1.6 * line.size &&
      !isNumbered(line.fragment.text)
    if (!isSameHeading) break
  }
  return end - from > maxHeadingLines ? null : end
}

const isNumbered = (text: string) => /^(?:\d+(?:\.\d+)*[.\s]|第.{1,6}[章節条條])/u.test(text)

const isSimilar = (one: TextLine, other: TextLine) => Math.abs(one.size - other.size) < 0.08 * other.size && one.isBold === other.isBold

/** An item goes on in the lines that are indented behind its marker. */
function findListEnd(region: Region, from: number): number | null {
  const { lines, distance, style } = region
  const first = lines[from]
  if (!first || !startsItem(first.fragment.text)) return null
  let end = from + 1
  for (; end < lines.length; end++) {
    const [line, before] = [lines[end], lines[end - 1]]
    if (!line || !before || line.x < first.x + 0.5 * first.size || startsItem(line.fragment.text)) break
    if (isApart(line, before, distance) || isHeading(line, style) || !isSameSize(line, first)) break
    if (isShortLine(region, end - 1) && sentenceEnd.test(before.fragment.text)) break
  }
  return end
}

const isSameSize = (one: TextLine, other: TextLine) => Math.abs(one.size - other.size) < 0.1 * Math.max(one.size, other.size)

function isApart(line: TextLine, before: TextLine, distance: number): boolean {
  const gap = before.y - line.y
  return gap > maxLineDistance * Math.max(line.size, before.size) || (distance > 0 && gap > paragraphDistance * distance)
}

function findParagraphEnd(region: Region, from: number): number {
  const { lines, distance, style } = region
  let end = from + 1
  for (; end < lines.length; end++) {
    const [line, before] = [lines[end], lines[end - 1]]
    if (!line || !before || isApart(line, before, distance) || !isSameSize(line, before)) break
    if (startsItem(line.fragment.text) || caption.test(line.fragment.text)) break
    if (isHeading(line, style) && line.isBold !== before.isBold) break
    const isShort = isShortLine(region, end - 1)
    const hasEnded = sentenceEnd.test(before.fragment.text)
    const indent = (line.x - before.x) / line.size
    if (indent > indentation && (isShort || hasEnded)) break
    // Back from the lines of an entry whose first one hangs out.
    if (indent < -indentation && end - from > 1) break
  }
  return end
}

/** Whether the first word of the next line would have fitted; a divided word goes on there, wherever its line ends. */
function isShortLine({ lines, right }: Region, index: number): boolean {
  const [line, next] = [lines[index], lines[index + 1]]
  if (!line || !next || endsWithHyphen(line.fragment.text, next.fragment.text)) return false
  return right - line.right > measureFirstWord({ ...next, text: next.fragment.text }) + 0.5 * line.size
}

function createBlock(region: Region, from: number, end: number): DraftBlock {
  const { style } = region
  const lines = region.lines.slice(from, end)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return { ...closed, kind: 'paragraph', fragment: { text: '', boxes: [] }, size: 0 }
  const shared = { size: first.size, isBold: first.isBold }
  const fragments = lines.map(({ fragment }) => fragment)
  if (isHeading(first, style) && findHeadingEnd(region, from) === end) {
    return { ...closed, ...shared, kind: 'heading', fragment: joinLines(fragments) }
  }
  if (startsItem(first.fragment.text)) return { ...closed, ...shared, kind: 'list', fragment: joinLines(fragments) }
  const fragment = joinLines(fragments, (index) => isShortLine(region, from + index - 1))
  if (caption.test(fragment.text) && fragment.text.length < 300) return { ...closed, ...shared, kind: 'caption', fragment }
  const isFull = region.right - last.right < 2 * last.size
  const left = minOf(region.lines, ({ x }) => x)
  return {
    ...shared,
    kind: 'paragraph',
    fragment,
    isOpen: isFull && !sentenceEnd.test(last.fragment.text),
    mayContinue: from === 0 && first.x - left < indentation * first.size && !/^\p{Lu}/u.test(first.fragment.text),
  }
}

/** Items that follow each other are one list, a line each. */
function joinItems(blocks: readonly DraftBlock[]): DraftBlock[] {
  const joined: DraftBlock[] = []
  let items: DraftBlock[] = []
  const endList = () => {
    const [first] = items
    if (first)
      joined.push({
        ...first,
        fragment: joinFragments(
          items.map(({ fragment }) => fragment),
          () => '\n',
        ),
      })
    items = []
  }
  for (const block of blocks) {
    if (block.kind === 'list') items.push(block)
    else {
      endList()
      joined.push(block)
    }
  }
  endList()
  return joined
}
