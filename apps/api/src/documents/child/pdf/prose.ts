// Tells prose from the cells of a table, where columns are too short to be told by the page: a line of prose ends where its next word has no
// room, and the next line goes on with it.
import { maxOf, median, minOf } from './extent.ts'
import { dictionaryStart, ideographicStart, measureFirstWord } from './first-word.ts'
import { type Line, toFragment } from './lines.ts'

const minLines = 3
/** In font sizes: the width of a column, and the distance to the next line of the same paragraph. */
const minWidthSizes = 8
const maxLineDistance = 1.9
/** What lines fill of their column, and how many do. */
const fullFill = 0.8
const minFullShare = 0.6
/** Of the pairs of lines, those whose next word has no room; and of these, those that go on with the sentence. */
const minEndShare = 0.6
const minContinuedShare = 0.4
/** Of the distance of lines: a wider one is between paragraphs, or between the rows of a table. */
const breakDistance = 1.25

const punctuation = /[、。，；：！？]/u
const sentenceEnd = /[.!?。！？：:;；…]\W*$/u
/** A line of such words is longer than what a cell has. */
const minDictionaryCharacters = 15

type Written = Line & { readonly text: string }

/** Lines of prose beside which a text ends that began there. */
const minLinesBeside = 6

/** Whether columns of lines, each the highest first, are texts beside each other, and no table. */
export function areProse(columns: readonly (readonly Line[])[]): boolean {
  const isText = (lines: readonly Line[]) => isProse(lines) || (lines.length < minLines && columns.some(isLongProse))
  return columns.every(isText) && !haveCommonBreaks(columns)
}

const isLongProse = (lines: readonly Line[]) => lines.length >= minLinesBeside && isProse(lines)

function isProse(lines: readonly Line[]): boolean {
  const left = minOf(lines, ({ x }) => x)
  const right = maxOf(lines, (line) => line.right)
  const size = median(lines.map((line) => line.size))
  if (lines.length < minLines || right - left < minWidthSizes * size) return false
  const full = lines.filter((line) => line.right - line.x >= fullFill * (right - left)).length
  if (full < minFullShare * lines.length) return false
  return continues(
    lines.map((line) => ({ ...line, text: toFragment(line).text })),
    right,
  )
}

function continues(lines: readonly Written[], right: number): boolean {
  const hasPunctuation = lines.some(({ text }) => punctuation.test(text))
  let [pairs, ends, continued] = [0, 0, 0]
  lines.slice(1).forEach((line, index) => {
    const before = lines[index]
    if (!before || before.y - line.y > maxLineDistance * line.size) return
    pairs += 1
    if (right - before.right > measureFirstWord(line)) return
    ends += 1
    if (/^\p{Ll}/u.test(line.text)) continued += 1
    else if (sentenceEnd.test(before.text)) return
    else if (ideographicStart.test(line.text) ? hasPunctuation : isLongDictionaryLine(line)) continued += 1
  })
  return pairs > 0 && ends >= minEndShare * pairs && continued >= minContinuedShare * ends
}

const isLongDictionaryLine = ({ text }: Written) => dictionaryStart.test(text) && text.length >= minDictionaryCharacters

/** Gaps at the same height, and their share of the fewest that a column has: those of the rows of a table. */
const minCommonBreaks = 2
const minCommonShare = 0.8

/** Whether the columns have gaps between their lines at the same heights, as the rows of a table have. */
export function haveCommonBreaks(columns: readonly (readonly Line[])[]): boolean {
  const breaks = columns.map(findBreaks)
  const [first = [], ...others] = breaks
  const common = first.filter(({ y, size }) => others.every((other) => other.some((line) => Math.abs(line.y - y) < 0.5 * size))).length
  return common >= minCommonBreaks && common >= minCommonShare * minOf(breaks, ({ length }) => length)
}

/** Returns the lines below a wider gap than usual. */
function findBreaks(lines: readonly Line[]): readonly Line[] {
  const distances = lines.slice(1).map((line, index) => (lines[index]?.y ?? 0) - line.y)
  const usual = median(distances)
  return lines.slice(1).filter((_, index) => (distances[index] ?? 0) > breakDistance * usual)
}
