// A piece of the text of a PDF with the boxes of its characters, which stay with them when pieces are joined.
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'
import { cleanText } from '../clean-text.ts'
import { maxOf, minOf } from './extent.ts'

/** x, y, width and height in points from the lower left corner of the unrotated page. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Characters of a fragment: the first one, how many, and their box. */
type PlacedBox = { readonly from: number; readonly length: number; readonly box: Box }

export type PageFragment = { readonly text: string; readonly boxes: readonly PlacedBox[] }

export const createFragment = (text: string, box: Box): PageFragment => ({ text, boxes: [{ from: 0, length: text.length, box }] })

/** Joins fragments with a text between each two of them, which is in no box. */
export function joinFragments(fragments: readonly PageFragment[], joinerBefore: (index: number) => string): PageFragment {
  let text = ''
  const boxes: PlacedBox[] = []
  fragments.forEach((fragment, index) => {
    if (index > 0) text += joinerBefore(index)
    for (const placed of fragment.boxes) boxes.push(text.length === 0 ? placed : { ...placed, from: placed.from + text.length })
    text += fragment.text
  })
  return { text, boxes }
}

/** Returns the fragment with its last characters cut off. */
function cutEnd({ text, boxes }: PageFragment, count: number): PageFragment {
  const end = text.length - count
  const kept = boxes.filter(({ from }) => from < end)
  return { text: text.slice(0, end), boxes: kept.map((box) => ({ ...box, length: Math.min(box.length, end - box.from) })) }
}

export const unionBoxes = (boxes: readonly Box[]): Box => {
  const x = minOf(boxes, (box) => box[0])
  const y = minOf(boxes, (box) => box[1])
  return [x, y, maxOf(boxes, (box) => box[0] + box[2]) - x, maxOf(boxes, (box) => box[1] + box[3]) - y]
}

/** Cleans a fragment of one line. Where no character can be followed to where it is afterwards, the line has one box. */
export function cleanFragment({ text, boxes }: PageFragment): PageFragment {
  const cleaned = cleanText(text.replaceAll(leader, ' … '))
  if (cleaned.length === text.length) return { text: cleaned, boxes }
  if (cleaned === '') return { text: '', boxes: [] }
  const offsets = followCharacters(text, cleaned)
  if (!offsets) return createFragment(cleaned, unionBoxes(boxes.map(({ box }) => box)))
  const moved = boxes.flatMap(({ from, length, box }) => {
    const [begin = 0, end = 0] = [offsets[from], offsets[from + length]]
    return begin < end ? [{ from: begin, length: end - begin, box }] : []
  })
  return { text: cleaned, boxes: moved }
}

/** Characters that a change may remove and add at one place. */
const maxRemoved = 200
const maxAdded = 8

/** Returns where each character of a text is in the cleaned one, and its end; null when too much was changed. */
function followCharacters(text: string, cleaned: string): Uint32Array | null {
  const offsets = new Uint32Array(text.length + 1).fill(cleaned.length)
  let [from, to] = [0, 0]
  while (from < text.length) {
    if (text[from] === cleaned[to]) {
      offsets[from++] = to++
      continue
    }
    const change = findChange(text, from, cleaned, to)
    if (!change) return null
    offsets.fill(to, from, from + change.removed)
    from += change.removed
    to += change.added
  }
  return offsets
}

/** Returns the smallest change behind which two characters are the same again. */
function findChange(text: string, from: number, cleaned: string, to: number): { readonly removed: number; readonly added: number } | null {
  for (let size = 1; size <= maxRemoved + maxAdded; size++) {
    for (let added = 0; added <= Math.min(size, maxAdded); added++) {
      const removed = size - added
      if (from + removed > text.length || to + added > cleaned.length) continue
      const isSame = text[from + removed] === cleaned[to + added] && text[from + removed + 1] === cleaned[to + added + 1]
      if (isSame) return { removed, added }
    }
  }
  return null
}

/** Dots between a title and its page number. */
const leader = /(?:\s*[.·․…]){6,}\s*/gu

const unspacedEnd = new RegExp(`[${ideographic}${dictionary}\\u3000-\\u303f\\uff00-\\uffef]\\p{M}*$`, 'v')
const unspacedStart = new RegExp(`^[${ideographic}${dictionary}\\u3000-\\u303f\\uff00-\\uffef]`, 'v')
const hyphenEnd = /(?<=\p{L})[-\u2010]$/u
const lowercaseStart = /^\p{Ll}/u

const ideographicEnd = new RegExp(`[${ideographic}\\u3000-\\u303f\\uff00-\\uffef]$`, 'v')
const ideographicStart = new RegExp(`^[${ideographic}\\u3000-\\u303f\\uff00-\\uffef]`, 'v')

/** Whether both are ideographs, which stand apart where lines are justified. */
export const isIdeographic = (before: string, after: string) => ideographicEnd.test(before) && ideographicStart.test(after)

/** Whether words of the scripts follow each other without a space. */
const isUnspaced = (before: string, after: string) => unspacedEnd.test(before) && unspacedStart.test(after)

/** Joins the lines of a paragraph: without hyphens at their ends, and without spaces where the script has none. */
export function joinLines(lines: readonly PageFragment[], isKeptBreak: (index: number) => boolean = () => false): PageFragment {
  const cut = lines.map((line, index) => {
    const next = lines[index + 1]
    return next && !isKeptBreak(index + 1) && endsWithHyphen(line.text, next.text) ? cutEnd(line, 1) : line
  })
  return joinFragments(cut, (index) => {
    if (isKeptBreak(index)) return '\n'
    return chooseJoiner(lines[index - 1]?.text ?? '', lines[index]?.text ?? '')
  })
}

export const endsWithHyphen = (before: string, after: string) => hyphenEnd.test(before) && lowercaseStart.test(after)

/** Returns what stands between the end of a line and the next one. */
export const chooseJoiner = (before: string, after: string) => (endsWithHyphen(before, after) || isUnspaced(before, after) ? '' : ' ')
