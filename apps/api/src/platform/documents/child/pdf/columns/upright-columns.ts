// Vertical writing that a program drew character by character with a font for horizontal writing, as browsers do: single characters below
// each other. They are turned into the frame of vertical writing, like those of a font that says it is vertical.
import { ideographic } from '@heddle/text/language/unspaced-scripts'
import type { Item } from '../run.ts'

/** In font sizes: the greatest width of a character or of a number that stands upright in a column, and its distance from the next one. */
const maxWidth = 1.35
const minPitch = 0.7
const maxPitch = 1.5
const maxShift = 0.35
const maxCharacters = 4
/** The characters of a column, and the share of them that are ideographs and their marks. */
const minLength = 3
const minIdeographicShare = 0.6
/** Of the single ideographs of a page, those in columns where the others are the ends of columns. */
const minTurnedShare = 0.6

const wide = new RegExp(`^[${ideographic}\\u3000-\\u303f\\u30fb\\ufe30-\\ufe4f\\uff01-\\uff60]$`, 'v')

const isUpright = ({ direction, text, x, right, size }: Item) =>
  direction === 0 && right - x <= maxWidth * size && text.trim().length <= maxCharacters

const findCenter = ({ x, right }: Item) => (x + right) / 2

function isBelow(item: Item, last: Item): boolean {
  const size = Math.max(item.size, last.size)
  const pitch = last.y - item.y
  return (
    Math.abs(findCenter(item) - findCenter(last)) <= maxShift * size &&
    pitch >= minPitch * size &&
    pitch <= maxPitch * size &&
    Math.abs(item.size - last.size) < 0.1 * size
  )
}

const isColumn = (items: readonly Item[]) =>
  items.length >= minLength && items.filter(({ text }) => wide.test(text.trim())).length >= minIdeographicShare * items.length

/** As placed by a vertical font: the middle of the column is its baseline. */
const turn = (item: Item): Item => {
  const top = item.box[1] + item.box[3]
  return { ...item, direction: 270, x: -top, right: -top + item.size, y: findCenter(item) }
}

/** Returns the items with those of columns turned; what is left of their page, the ends of columns, too. */
export function turnUprightColumns(items: readonly Item[]): readonly Item[] {
  const columns: Item[][] = []
  for (const item of items) {
    const last = columns.at(-1)?.at(-1)
    if (last && isUpright(item) && isUpright(last) && isBelow(item, last)) columns.at(-1)?.push(item)
    else columns.push([item])
  }
  const upright = columns.filter(isColumn)
  if (upright.length === 0) return items
  const isTurned = new Set(upright.flat())
  const isSingle = (item: Item) => isUpright(item) && wide.test(item.text.trim())
  const isVerticalPage = isTurned.size >= minTurnedShare * items.filter(isSingle).length
  return items.map((item) => (isTurned.has(item) || (isVerticalPage && isSingle(item)) ? turn(item) : item))
}
