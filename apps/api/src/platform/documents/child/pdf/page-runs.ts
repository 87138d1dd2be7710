// The text of a page as runs: characters that follow each other on a line without a wide gap. A run knows where it stands in the frame of
// its own direction, in which lines go to the right and the next line is below, whatever way the page is turned.
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js'
import { readActualTexts } from './actual-text.ts'
import { decodeGlyphs } from './private-glyphs.ts'
import { findMain, type Items, raiseItems } from './raised-items.ts'
import type { Item, TextRun } from './run.ts'
import { turnUprightColumns } from './columns/upright-columns.ts'
import { type createMoves, divideItem, type PlacedItem } from './moved-items.ts'
import { maxOf, minOf } from './extent.ts'
import { type Box, cleanFragment, createFragment, isIdeographic, joinFragments } from './fragment.ts'

/** Above and below the baseline in font sizes, where the font does not say. */
const usualAscent = 0.85
const usualDescent = -0.22

type ReadOptions = {
  /** From the lower left corner of it. */
  readonly view: readonly number[]
  readonly fontName: (font: string) => string
  /** Those of the document. */
  readonly moves: ReturnType<typeof createMoves>
}

function readItem(item: PlacedItem, styles: TextContent['styles'], options: ReadOptions): Item | null {
  const {
    view: [left, bottom],
    fontName,
  } = options
  // What is drawn of a soft hyphen is a hyphen, at the end of a line or not.
  const text = decodeGlyphs(item.str.replaceAll('\u00ad', '-'), fontName(item.fontName))
  if (text.trim() === '') return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform as number[]
  const x = e - (left ?? 0)
  const y = f - (bottom ?? 0)
  const style = styles[item.fontName]
  const size = Math.hypot(c, d)
  if (size === 0 || ![x, y, size, item.width, item.height].every(Number.isFinite)) return null
  if (style?.vertical) {
    const box: Box = [x - size / 2, y - item.height, size, item.height]
    return { text, direction: 270, x: -y, right: -y + item.height, y: x, size, font: item.fontName, box }
  }
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI / 5) * 5
  const placed = placeItem({
    text,
    font: item.fontName,
    size,
    origin: [x, y],
    angle,
    width: item.width,
    ascent: toShare(style?.ascent, usualAscent) * size,
    descent: toShare(style?.descent, usualDescent) * size,
  })
  if (!placed || (!item.moves && !item.isMoved)) return placed
  const pieces = item.moves ? divideItem(item, item.moves).flatMap((piece) => readItem(piece, styles, options) ?? []) : []
  return { ...placed, ...(item.isMoved && { isMoved: true }), ...(pieces.length > 1 && { pieces }) }
}

export type OriginatedText = Pick<Item, 'text' | 'font' | 'size'> & {
  /** Where its baseline begins, from the lower left corner of the page. */
  readonly origin: readonly [x: number, y: number]
  /** Degrees that it is turned by. */
  readonly angle: number
  readonly width: number
  /** Above the baseline, and below it as a negative number. */
  readonly ascent: number
  readonly descent: number
}

/** Returns a text in the frame of its direction; null for one that is askew, as watermarks are. */
export function placeItem({ origin: [x, y], angle, width, ascent, descent, ...text }: OriginatedText): Item | null {
  const direction = ((angle % 360) + 360) % 360
  switch (direction) {
    case 0:
      return { ...text, direction, x, right: x + width, y, box: [x, y + descent, width, ascent - descent] }
    case 90:
      return { ...text, direction, x: y, right: y + width, y: -x, box: [x - ascent, y, ascent - descent, width] }
    case 180:
      return { ...text, direction, x: -x, right: -x + width, y: -y, box: [x - width, y - ascent, width, ascent - descent] }
    case 270:
      return { ...text, direction, x: -y, right: -y + width, y: x, box: [x + descent, y - width, ascent - descent, width] }
    default:
      return null
  }
}

const toShare = (value: number | undefined, usual: number) =>
  value !== undefined && Number.isFinite(value) && value !== 0 && Math.abs(value) <= 1.2 ? value : usual

/** Gaps in font sizes: a wider one ends a run, a narrower one is no space; ideographs stand apart where lines are justified. */
const maxGap = 0.8
const minSpace = 0.17
const minIdeographicSpace = 0.7

const isSameBaseline = (one: Item, other: Item) => Math.abs(one.y - other.y) < 0.5 * Math.max(one.size, other.size)

/** Letters that were drawn twice to look bold. */
const isRepeated = (item: Item, last: Item) =>
  item.text === last.text && Math.abs(item.x - last.x) < 0.3 * item.size && Math.abs(item.y - last.y) < 0.3 * item.size

/** A mark of a cluster that stands alone, to which the file gives the text of the cluster again. */
const isRestOfCluster = ({ text, x, right }: Item, last: Item) =>
  right === x && text.length > 1 && /\p{L}/u.test(text) && last.text.endsWith(text) && Math.abs(x - last.right) < last.size

/** A subscript and a superscript are on the baseline of what is before both. */
const continuesRun = (item: Item, last: Item, largest: Item) => {
  const gap = item.x - last.right
  const size = Math.max(item.size, last.size)
  const isOnLine = isSameBaseline(item, last) || isSameBaseline(item, largest)
  return item.direction === last.direction && isOnLine && gap < maxGap * size && gap > -0.6 * size
}

/** Returns the runs of a page in the order of the file. */
export const readRuns = ({ items, styles }: TextContent, options: ReadOptions): TextRun[] =>
  joinItems(turnUprightColumns(options.moves.keep(readActualTexts(items)).flatMap((item) => readItem(item, styles, options) ?? [])))

export function joinItems(items: readonly Item[]): TextRun[] {
  const runs: TextRun[] = []
  let current: Item[] = []
  let largest: Item | undefined
  const endRun = () => {
    const [first, ...rest] = current
    if (first) runs.push(createRun([first, ...rest]))
    current = []
  }
  for (const item of items) {
    const last = current.at(-1)
    if (last && (isRepeated(item, last) || isRestOfCluster(item, last))) continue
    if (last && !continuesRun(item, last, largest ?? last)) endRun()
    if (current.length === 0 || item.size > (largest?.size ?? 0)) largest = item
    current.push(item)
  }
  endRun()
  return runs.filter(({ fragment }) => fragment.text !== '')
}

function spaceBetween(last: Item, item: Item): string {
  const gap = (item.x - last.right) / Math.max(last.size, item.size)
  if (/\s$/.test(last.text) || /^\s/.test(item.text)) return ''
  return gap > (isIdeographic(last.text, item.text) ? minIdeographicSpace : minSpace) ? ' ' : ''
}

/** Returns the items of each part of a run. */
function divideAtMoves(items: Items): Items[] {
  const parts: [Item, ...Item[]][] = []
  for (const item of items) {
    const [first, ...rest] = item.pieces ?? [item]
    const last = parts.at(-1)
    if (!first) continue
    if (last && !item.isMoved) last.push(first)
    else parts.push([first])
    for (const piece of rest) parts.push([piece])
  }
  return parts
}

const joinTexts = (items: readonly Item[]) =>
  items.map((item, index) => `${index > 0 ? spaceBetween(items[index - 1] ?? item, item) : ''}${item.text}`).join('')

function createRun(written: Items): TextRun {
  const main = findMain(written)
  const items = raiseItems(written, joinTexts)
  const longest = items.reduce((longestItem, item) => (item.text.length > longestItem.text.length ? item : longestItem))
  const fragment = joinFragments(
    items.map(({ text, box }) => createFragment(text, box)),
    (index) => spaceBetween(items[index - 1] ?? main, items[index] ?? main),
  )
  const parts = divideAtMoves(written)
  return {
    fragment: cleanFragment(fragment),
    ...(parts.length > 1 && { parts: parts.map((part) => createRun(part)) }),
    direction: main.direction,
    x: minOf(items, ({ x }) => x),
    right: maxOf(items, ({ right }) => right),
    y: main.y,
    size: main.size,
    font: longest.font,
  }
}
