// Finds what is repeated at the top and the bottom of pages: titles and page numbers, which are no part of the text.
import { groupLines, toFragment } from './lines.ts'
import type { Run } from './run.ts'

/** Lines at each end of a page that are compared. */
const comparedLines = 2
const minPages = 3
/** Points that the same line may stand higher or lower on another page. */
const tolerance = 3

export type PageOfRuns = { readonly runs: readonly Run[] }

/** Returns the runs of each page that are on no running line. What would leave most pages without text is none. */
export function removeRunningLines(pages: readonly PageOfRuns[]): (readonly Run[])[] {
  const candidates = pages.map(({ runs }, index) => findCandidates(runs, index))
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

type Candidate = { readonly keys: readonly string[]; readonly runs: readonly Run[] }

function findCandidates(runs: readonly Run[], pageIndex: number): Candidate[] {
  const upright = groupLines(runs.filter(({ direction }) => direction === 0))
  const ends = upright.length <= 2 * comparedLines ? upright : [...upright.slice(0, comparedLines), ...upright.slice(-comparedLines)]
  return ends.map((line) => ({ keys: describeLine(toFragment(line).text, line.y, pageIndex), runs: line.runs }))
}

/** Returns what the same line of another page has in common with it: its position, and its words or the page number at its end. */
function describeLine(text: string, y: number, pageIndex: number): string[] {
  const words = text.replaceAll(/\p{Nd}+|\b[ivxlc]+\b/gu, '#').replaceAll(/\s+/g, ' ')
  const number = /^(\d{1,4})(?!\S)|(?<!\S)(\d{1,4})$/.exec(text)
  const bin = Math.round(y / tolerance)
  // A line a little above the end of one bin may be in the next one on another page.
  return [bin, bin + 1].flatMap((each) => [
    `${each} words ${words}`,
    ...(number ? [`${each} page ${Number(number[1] ?? number[2]) - pageIndex}`] : []),
  ])
}
