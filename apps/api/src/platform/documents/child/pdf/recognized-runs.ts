// Places the words of an image on the page that shows it.
import { isIdeographic } from './fragment.ts'
import { maxOf, median } from './extent.ts'
import { joinItems, placeItem } from './page-runs.ts'
import type { Item, TextRun } from './run.ts'
import { type Orientation, turnSize } from '../ocr/orientation.ts'
import type { Word } from '../ocr/recognizer.ts'

/** Maps the square of one point to where the image stands on the page. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type PlacedImage = { readonly width: number; readonly height: number; readonly matrix: Matrix }

/** EXIF's number by where the columns and the rows of an image lead, in quarters of a circle from the right, counterclockwise. */
const orientations: Readonly<Record<string, Orientation>> = { '03': 1, '23': 2, '21': 3, '01': 4, '30': 5, '32': 6, '12': 7, '10': 8 }

const toQuarter = (x: number, y: number) => ((Math.round(Math.atan2(y, x) / (Math.PI / 2)) % 4) + 4) % 4

/**
 * Returns how an image is to be turned so that it stands as a page shows it, which may be turned itself (clockwise, in degrees), and where
 * it is then: scanners store pages as they were fed, and say in the file how they are read.
 */
export function turnUpright(image: PlacedImage, pageRotation: number): PlacedImage & { readonly orientation: Orientation } {
  const [a, b, c, d, e, f] = image.matrix
  const shown = (x: number, y: number) => (toQuarter(x, y) + 4 - Math.round(pageRotation / 90)) % 4
  const orientation = orientations[`${shown(a, b)}${shown(-c, -d)}`] ?? 1
  const sides = [
    [a, b],
    [c, d],
    [-a, -b],
    [-c, -d],
  ] as const
  const [across = [a, b], up = [c, d]] = [0, 1].map((quarter) => sides.find(([x, y]) => shown(x, y) === quarter))
  const [centerX, centerY] = [e + (a + c) / 2, f + (b + d) / 2]
  const corner = [centerX - (across[0] + up[0]) / 2, centerY - (across[1] + up[1]) / 2] as const
  return { ...turnSize(image, orientation), matrix: [...across, ...up, ...corner], orientation }
}

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

export function placeWords(words: readonly Word[], { width, height, matrix: [a, b, c, d, e, f] }: PlacedImage): TextRun[] {
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
