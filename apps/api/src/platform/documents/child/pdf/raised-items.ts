// Finds superscripts, subscripts and small fractions by their size and baseline, and writes them as other formats do: 10⁶, H₂O, x^(a+b).
import { formatFraction } from '../linear-formula.ts'
import { formatRaised, type TextPosition } from '../raised-text.ts'
import { maxOf, minOf } from './extent.ts'
import { unionBoxes } from './fragment.ts'
import type { Item } from './run.ts'

/** Of the text that they stand beside: their size, and how far above or below its baseline they are. Smaller ones stand beside an initial. */
const maxSize = 0.9
const minSize = 0.45
const minRaised = 0.2
const minLowered = 0.1
/** What is under the line of a fraction is lower than a subscript. */
const minDenominator = 0.3
/** In font sizes of the text: from what a number is the power or the note of. */
const maxGap = 0.25

export type Items = readonly [Item, ...Item[]]

/** A stretch of items that are raised alike. */
type Stretch = { readonly position: TextPosition; readonly items: Items }

/** The first of the largest items: it says where the line is. */
export const findMain = ([first, ...rest]: Items): Item =>
  rest.reduce((largest, item) => (item.size > largest.size * 1.05 ? item : largest), first)

function findPosition(item: Item, main: Item): TextPosition {
  const size = item.size / main.size
  if (size > maxSize || size < minSize) return 'normal'
  const shift = (item.y - main.y) / main.size
  return shift >= minRaised ? 'raised' : shift <= -minLowered ? 'lowered' : 'normal'
}

function listStretches(items: readonly Item[], main: Item): Stretch[] {
  const stretches: { position: TextPosition; items: [Item, ...Item[]] }[] = []
  for (const item of items) {
    const position = findPosition(item, main)
    const last = stretches.at(-1)
    if (last && last.position === position && position !== 'normal') last.items.push(item)
    else stretches.push({ position, items: [item] })
  }
  return stretches
}

type JoinItems = (items: readonly Item[]) => string

/** Returns items as one with this text, which looks as `like` does. */
const unite = (items: readonly Item[], text: string, like: Item): Item => ({
  ...like,
  text,
  x: minOf(items, ({ x }) => x),
  right: maxOf(items, ({ right }) => right),
  box: unionBoxes(items.map(({ box }) => box)),
})

/** Whether a stretch is drawn above the next one, apart from what is before: the two are a fraction. */
const isFraction = (above: Item, below: Item, before: Item | undefined, main: Item) =>
  above.x < below.right &&
  below.x < above.right &&
  main.y - below.y >= minDenominator * main.size &&
  (before === undefined || !/[\p{L}\p{N})\]]$/u.test(before.text) || above.x - before.right > 0.1 * main.size)

/** Returns the items of a run, with each stretch of raised or lowered ones as one that says so. */
export function raiseItems(items: Items, join: JoinItems): readonly Item[] {
  const main = findMain(items)
  if (items.every((item) => findPosition(item, main) === 'normal')) return items
  const stretches = listStretches(items, main)
  // Within a stretch others may be raised again.
  const toOne = ({ items: own }: Stretch) => unite(own, join(raiseItems(own, join)), own[0])
  const raised: Item[] = []
  for (let at = 0; at < stretches.length; at += 1) {
    const [stretch, next] = [stretches[at], stretches[at + 1]]
    if (!stretch) break
    if (stretch.position === 'normal') {
      raised.push(...stretch.items)
      continue
    }
    const [before, item] = [raised.at(-1), toOne(stretch)]
    const below = stretch.position === 'raised' && next?.position === 'lowered' ? toOne(next) : null
    if (below && isFraction(item, below, before, main)) {
      raised.push(unite([item, below], formatFraction(item.text, below.text), main))
      at += 1
      continue
    }
    const isAdjacent = (one: Item | undefined, other: Item | undefined) => one && other && other.x - one.right <= maxGap * main.size
    const followed = isAdjacent(before, item) ? (before?.text.slice(-1) ?? '') : ''
    // A small text at some distance is no power of another one; what stands before its letter is, as of an isotope, and the address of a note.
    const isAlone = before !== undefined && followed === '' && !isAdjacent(item, next?.items[0])
    raised.push(isAlone ? item : { ...item, text: formatRaised(item.text, stretch.position, followed) })
  }
  return raised
}
