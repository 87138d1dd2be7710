// Tells prose from the cells of a table, where columns are too short to be told by the page: a line of prose ends where its next word has no
// room, and the next line goes on with it.
import { dictionary, ideographic } from '@heddle/text/language/unspaced-scripts'
import { maxOf, median, minOf } from '../extent.ts'
import { type RunLine, toFragment } from './lines.ts'

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

const ideographicStart = new RegExp(`^[${ideographic}]`, 'v')
const dictionaryStart = new RegExp(`^[${dictionary}]`, 'v')
const punctuation = /[、。，；：！？]/u
const sentenceEnd = /[.!?。！？：:;；…]\W*$/u
/** A line of such words is longer than what a cell has. */
const minDictionaryCharacters = 15

type Written = RunLine & { readonly text: string }

/** Lines of prose beside which a text ends that began there. */
const minLinesBeside = 6

/** Whether columns of lines, each the highest first, are texts beside each other, and no table. */
export function areProse(columns: readonly (readonly RunLine[])[]): boolean {
  const isText = (lines: readonly RunLine[]) => isProse(lines) || (lines.length < minLines && columns.some(isLongProse))
  return columns.every(isText) && compareBreaks(columns) !== 'rows'
}

const isLongProse = (lines: readonly RunLine[]) => lines.length >= minLinesBeside && isProse(lines)

function isProse(lines: readonly RunLine[]): boolean {
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

/** Characters of what cannot be divided: of ideographs with their marks, and of words that a dictionary divides. */
const ideographs = 2
const dictionaryWord = 6

const countCharacters = (text: string): number =>
  ideographicStart.test(text) ? ideographs : dictionaryStart.test(text) ? dictionaryWord : text.search(/\s|$/)

/** Returns the room that the first word of a line needs on the line before. */
export const measureFirstWord = ({ text, x, right }: { readonly text: string; readonly x: number; readonly right: number }): number =>
  ((countCharacters(text) + 1) * (right - x)) / Math.max(text.length, 1)

/** Gaps at the same height, and their share of the fewest that a column has: those of the rows of a table. */
const minCommonBreaks = 2
const minCommonShare = 0.8
/** Gaps of one width that each column has alone. */
const minOwnBreaks = 2
/** Of the distance of lines: how different gaps of one width are. */
const sameDistance = 0.1

/**
 * Tells by the gaps between their lines what columns are: all columns have those of the rows of a table, and each column those of its
 * paragraphs. Where all gaps are of one width, the cells of a row have as many lines each, so that no gap is one of a single column.
 */
export function compareBreaks(columns: readonly (readonly RunLine[])[]): 'rows' | 'paragraphs' | 'unknown' {
  // Titles above one column and what follows below it are beside no other.
  const head = minOf(columns, ([first]) => first?.y ?? 0)
  const foot = maxOf(columns, (lines) => lines.at(-1)?.y ?? 0)
  const breaks = columns.map((lines) => findBreaks(lines).filter(({ y, size }) => y < head - size / 2 && y > foot - size / 2))
  const isIn = ({ y, size }: Break, column: readonly Break[]) => column.some((other) => Math.abs(other.y - y) < 0.5 * size)
  const own = breaks.map((column, index) => column.filter((gap) => !breaks.some((other, at) => at !== index && isIn(gap, other))))
  if (isEvenlyApart(breaks.flat()) && own.some(({ length }) => length > 0))
    return own.every(({ length }) => length >= minOwnBreaks) ? 'paragraphs' : 'unknown'
  const [first = [], ...others] = breaks
  const common = first.filter((gap) => others.every((other) => isIn(gap, other))).length
  return common >= minCommonBreaks && common >= minCommonShare * minOf(breaks, ({ length }) => length) ? 'rows' : 'unknown'
}

type Break = { readonly y: number; readonly size: number; readonly distance: number; readonly usual: number }

const isEvenlyApart = (breaks: readonly Break[]) => {
  const [first] = breaks
  return first !== undefined && breaks.every(({ distance, usual }) => Math.abs(distance - first.distance) < sameDistance * usual)
}

/** Returns the lines below a wider gap than usual. */
function findBreaks(lines: readonly RunLine[]): readonly Break[] {
  const distances = lines.slice(1).map((line, index) => (lines[index]?.y ?? 0) - line.y)
  // Paragraphs may have a line or two: most distances are those between them.
  const usual = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 4)] ?? 0
  return lines.slice(1).flatMap(({ y, size }, index) => {
    const distance = distances[index] ?? 0
    return distance > breakDistance * usual ? [{ y, size, distance, usual }] : []
  })
}
