// Finds short columns of prose between other parts of a page, which say too little to part the whole page.
import { maxOf, median, minOf } from '../extent.ts'
import { groupLines, type RunLine } from './lines.ts'
import type { TextRun } from '../run.ts'
import { areProse } from './prose.ts'

/** The share of the width that a line has which stands over all columns. */
const spanningShare = 0.62
/** In font sizes: between parts of a page. */
const maxLineDistance = 2.5
/** Of the distance of lines, and of their size: of what stands below columns. */
const apartDistance = 1.2
const sameSize = 0.05
/** The share of the width in which no second column begins, and font sizes of its lines: most pages have nothing else beside their lines. */
const minColumnShare = 0.15
const minColumnSizes = 5
/** A gap between columns, in points and in font sizes. */
const minGapPoints = 6
const minGapSizes = 0.6

/** What is one part of a page, or the columns of it. */
export type Part = { readonly columns: readonly (readonly TextRun[])[] }

/** Returns the parts of a page, the highest first; one with a single column where no columns are. */
export function findShortColumns(runs: readonly TextRun[]): Part[] {
  const left = minOf(runs, ({ x }) => x)
  const width = maxOf(runs, ({ right }) => right) - left
  const mayBeColumn = ({ x, right, size }: TextRun) => x > left + minColumnShare * width && right - x >= minColumnSizes * size
  if (!runs.some(mayBeColumn)) return runs.length > 0 ? [{ columns: [runs] }] : []
  const lines = groupLines(runs)
  const parts: Part[] = []
  let rest: RunLine[] = []
  const endRest = () => {
    if (rest.length > 0) parts.push({ columns: [toRuns(rest)] })
    rest = []
  }
  for (const section of cutSections(lines, width)) {
    const found = findColumns(section)
    rest.push(...(found ? found.above : section))
    if (!found) continue
    endRest()
    parts.push({ columns: found.columns })
    rest.push(...found.below)
  }
  endRest()
  return parts
}

const toRuns = (lines: readonly RunLine[]) => lines.flatMap((line) => line.runs)

/** Cuts lines where those over all columns begin and end, and at wide gaps. */
function cutSections(lines: readonly RunLine[], width: number): RunLine[][] {
  const isSpanning = (line: RunLine) => line.runs.length === 1 && line.right - line.x > spanningShare * width
  const sections: RunLine[][] = []
  for (const line of lines) {
    const last = sections.at(-1)?.at(-1)
    const isNext = last && isSpanning(last) === isSpanning(line) && last.y - line.y <= maxLineDistance * Math.max(last.size, line.size)
    if (isNext) sections.at(-1)?.push(line)
    else sections.push([line])
  }
  return sections
}

type Found = { readonly above: readonly RunLine[]; readonly columns: readonly (readonly TextRun[])[]; readonly below: readonly RunLine[] }

function findColumns(section: readonly RunLine[]): Found | null {
  const gaps = findGaps(toRuns(section))
  const [widest] = gaps.toSorted((one, other) => other.width - one.width)
  if (!widest) return null
  return divide(section, gaps) ?? (gaps.length > 1 ? divide(section, [widest]) : null)
}

/** Divides a section at gaps, where prose is on each side of them. */
function divide(section: readonly RunLine[], gaps: readonly Gap[]): Found | null {
  const findColumn = (run: TextRun) => gaps.filter(({ middle }) => run.x > middle).length
  const { from, to } = trim(section, (run) => findColumn(run) === 0)
  const runs = toRuns(section.slice(from, to))
  const columns = [0, ...gaps.keys().map((index) => index + 1)].map((column) => runs.filter((run) => findColumn(run) === column))
  if (!areProse(columns.map(groupLines))) return null
  return { above: section.slice(0, from), columns, below: section.slice(to) }
}

type Gap = { readonly middle: number; readonly width: number }

/** Returns the gaps that no run covers. */
function findGaps(runs: readonly TextRun[]): Gap[] {
  const minWidth = Math.max(minGapPoints, minGapSizes * median(runs.map(({ size }) => size)))
  const gaps: Gap[] = []
  let end = Number.POSITIVE_INFINITY
  for (const { x, right } of runs.toSorted((one, other) => one.x - other.x)) {
    if (x - end >= minWidth) gaps.push({ middle: (end + x) / 2, width: x - end })
    end = end === Number.POSITIVE_INFINITY ? right : Math.max(end, right)
  }
  return gaps
}

/**
 * Returns the lines between the first and the last one of a column but the first, and those of the first column that go on below: others of
 * it alone are titles and paragraphs above, and what follows.
 */
function trim(lines: readonly RunLine[], isFirst: (run: TextRun) => boolean): { readonly from: number; readonly to: number } {
  const isBeside = (line: RunLine) => !line.runs.every(isFirst)
  const [from, last] = [lines.findIndex(isBeside), lines.findLastIndex(isBeside)]
  const usual = median(lines.slice(from + 1, last + 1).map((line, index) => (lines[from + index]?.y ?? 0) - line.y))
  const continues = (line: RunLine, before: RunLine | undefined) =>
    before !== undefined && before.y - line.y <= apartDistance * usual && Math.abs(line.size - before.size) < sameSize * line.size
  let to = last + 1
  for (let line = lines[to]; line && continues(line, lines[to - 1]); line = lines[to]) to += 1
  return { from, to }
}
