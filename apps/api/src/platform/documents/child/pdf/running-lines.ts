// Finds what is repeated at the top and the bottom of pages: titles and page numbers, which are no part of the text.
import { groupLines, toFragment } from './columns/lines.ts'
import type { TextRun } from './run.ts'

/** Lines at each end of a page that are compared. */
const comparedLines = 2
const minPages = 3
/** Of the height of a page: where they stand at each end. What is repeated in its middle is text, of certificates or of forms. */
const marginShare = 0.15
/** Points that the same line may stand higher or lower on another page. */
const tolerance = 3

export type PageOfRuns = { readonly runs: readonly TextRun[]; readonly height: number }

/** Returns the runs of each page that are on no running line. What would leave most pages without text is none. */
export function removeRunningLines(pages: readonly PageOfRuns[]): (readonly TextRun[])[] {
  const candidates = pages.map(findCandidates)
  const counts = new Map<string, number>()
  for (const found of candidates) {
    for (const key of new Set(found.flatMap(({ keys }) => keys))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const needed = Math.min(minPages, Math.max(2, pages.length))
  const isRunning = ({ keys }: Candidate) => keys.some((key) => (counts.get(key) ?? 0) >= needed)
  const kept = pages.map(({ runs }, index) => {
    const running = new Set(candidates[index]?.filter(isRunning).flatMap((each) => each.runs))
    return running.size === 0 ? runs : runs.filter((run) => !running.has(run))
  })
  const emptied = kept.filter((runs, index) => runs.length === 0 && (pages[index]?.runs.length ?? 0) > 0).length
  return emptied > pages.length / 2 ? pages.map(({ runs }) => runs) : kept
}

type Candidate = { readonly keys: readonly string[]; readonly runs: readonly TextRun[] }

function findCandidates({ runs, height }: PageOfRuns, pageIndex: number): Candidate[] {
  const upright = groupLines(runs.filter(({ direction }) => direction === 0))
  const ends = upright.length <= 2 * comparedLines ? upright : [...upright.slice(0, comparedLines), ...upright.slice(-comparedLines)]
  const isMargin = ({ y }: { readonly y: number }) => Math.min(y, height - y) < height * marginShare
  return ends.filter(isMargin).map((line) => ({ keys: describeLine(toFragment(line).text, line.y, pageIndex), runs: line.runs }))
}

const thaiZero = 0x0e_50
const toDigits = (text: string) =>
  text.normalize('NFKC').replaceAll(/[\u0e50-\u0e59]/g, (digit) => String((digit.codePointAt(0) ?? thaiZero) - thaiZero))

/**
 * Returns what the same line of another page has in common with it: its position, and its words or the page number at its end. Of its
 * numbers, one may be that of the page; others that differ are values.
 */
function describeLine(text: string, y: number, pageIndex: number): string[] {
  const words = toDigits(text)
    .replaceAll(/\b[ivxlc]+\b/gu, '#')
    .replaceAll(/\s+/g, ' ')
  const count = (number: string) => String(Number(number) - pageIndex)
  const [, number] = /^(\d{1,4})(?!\S)/.exec(words) ?? /(?<!\S)(\d{1,4})$/.exec(words) ?? []
  const alike = [
    `words ${words}`,
    ...Array.from(words.matchAll(/\d{1,4}/g), ({ 0: digits, index }) => {
      const behind = words.slice(index + digits.length)
      return `words ${words.slice(0, index)}#${count(digits)}${behind}`
    }),
    ...(number === undefined ? [] : [`page ${count(number)}`]),
  ]
  const bin = Math.round(y / tolerance)
  // A line a little above the end of one bin may be in the next one on another page.
  return [bin, bin + 1].flatMap((each) => alike.map((key) => `${each} ${key}`))
}
