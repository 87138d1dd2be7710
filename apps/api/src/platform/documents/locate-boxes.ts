// Finds where a passage stands on the pages of a PDF, by the boxes that were kept when it was parsed.
import type { ParsedDocument } from './document.ts'

type PageSpan = { readonly page: number; readonly from: number; readonly to: number }

/** In points from the lower left corner of the unrotated page, with the characters of its text that it shows. */
export type LocatedBox = PageSpan & { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const numbersPerItem = 6
/** In heights of a line: boxes that are closer are one. */
const maxGap = 1

/** Returns the boxes of the characters of the spans, one for each line; none where the document is no PDF. */
export function locateBoxes({ pages, boxes }: Pick<ParsedDocument, 'pages' | 'boxes'>, spans: readonly PageSpan[]): LocatedBox[] {
  return spans.flatMap((span) => {
    const items = boxes[span.page - 1] ?? []
    const text = pages[span.page - 1]?.text ?? ''
    const found: LocatedBox[] = []
    for (let at = 0; at < items.length; at += numbersPerItem) {
      const [first = 0, length = 0, x = 0, y = 0, width = 0, height = 0] = items.slice(at, at + numbersPerItem)
      const from = Math.max(span.from, first)
      const to = Math.min(span.to, first + length)
      if (from < to)
        addBox(found, {
          page: span.page,
          from,
          to,
          ...cutBox({ x, y, width, height }, text.slice(first, first + length), from - first, to - first),
        })
    }
    return found
  })
}

type Rectangle = Omit<LocatedBox, keyof PageSpan>

/** Cuts a box in proportion to the widths of its characters; one that is written upright or turned stays whole. */
function cutBox(box: Rectangle, text: string, from: number, to: number): Rectangle {
  const all = measure(text)
  if (box.height > box.width || all === 0) return box
  const before = measure(text.slice(0, from)) / all
  const share = measure(text.slice(from, to)) / all
  return { ...box, x: box.x + before * box.width, width: share * box.width }
}

/** Full-width characters are as wide as two others, and marks above letters take no room. */
function measure(text: string): number {
  let width = 0
  for (const character of text)
    width += /\p{M}/u.test(character) ? 0 : /[\u1100-\u115f\u2e80-\uabff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1
  return width
}

/** Adds a box, or extends the last one if it is before it on the same line. */
function addBox(found: LocatedBox[], box: LocatedBox) {
  const last = found.at(-1)
  const height = last ? Math.min(last.height, box.height) : 0
  const isBeside =
    last !== undefined &&
    Math.min(last.y + last.height, box.y + box.height) - Math.max(last.y, box.y) > 0.5 * height &&
    box.x >= last.x &&
    box.x - (last.x + last.width) < maxGap * height
  if (!isBeside) return found.push(box)
  const y = Math.min(last.y, box.y)
  const right = Math.max(last.x + last.width, box.x + box.width)
  const top = Math.max(last.y + last.height, box.y + box.height)
  found[found.length - 1] = { page: box.page, from: last.from, to: box.to, x: last.x, y, width: right - last.x, height: top - y }
}
