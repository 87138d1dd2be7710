// Places the words of an image on the page that shows it.
import { isIdeographic } from '../pdf/fragment.ts'
import { maxOf, median } from '../pdf/extent.ts'
import { type Item, joinItems, placeItem, type Run } from '../pdf/page-runs.ts'
import type { Word } from './recognizer.ts'

/** Maps the square of one point to where the image stands on the page. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type PlacedImage = { readonly width: number; readonly height: number; readonly matrix: Matrix }

function* groupByLine(words: readonly Word[]): Generator<readonly Word[]> {
  let group: Word[] = []
  for (const word of words) {
    if (group.length > 0 && group[0]?.line !== word.line) {
      yield group
      group = []
    }
    group.push(word)
  }
  if (group.length > 0) yield group
}

/** A line is as high as its letters happen to be: such a difference from the usual height is no other size. */
const usualHeight = { min: 0.6, max: 1.5 }

const measureLine = (line: readonly Word[]) => maxOf(line, (word) => word.height)

export function placeWords(words: readonly Word[], { width, height, matrix: [a, b, c, d, e, f] }: PlacedImage): Run[] {
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI / 5) * 5
  const across = Math.hypot(a, b) / width
  const up = Math.hypot(c, d) / height
  const items: Item[] = []
  const lines = [...groupByLine(words)]
  const usual = median(lines.map(measureLine))
  for (const line of lines) {
    const bottom = maxOf(line, (word) => word.top + word.height)
    const measured = measureLine(line)
    const isUsual = measured > usualHeight.min * usual && measured < usualHeight.max * usual
    const size = (isUsual ? usual : measured) * up
    for (const word of line) {
      const [u, v] = [word.left / width, 1 - bottom / height]
      const item = placeItem({
        // Spaces are between words whatever the gap is, but not between those of ideographs.
        text: isIdeographic(word.text, word.text) ? word.text : `${word.text} `,
        font: '',
        size,
        origin: [e + a * u + c * v, f + b * u + d * v],
        angle,
        width: word.width * across,
        ascent: size,
        descent: 0,
      })
      if (item) items.push(item)
    }
  }
  return joinItems(items)
}
