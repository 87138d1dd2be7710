// Finds the columns of a page, and the order in which they are read.
import { maxOf, median, minOf } from '../extent.ts'
import { groupLines } from './lines.ts'
import type { TextRun } from '../run.ts'
import { compareBreaks } from './prose.ts'
import { findShortColumns } from './short-columns.ts'

/** Points of a bin of the histogram. */
const binWidth = 2
/** A gap between columns is at least as wide as this, in points and in font sizes. */
const minGapPoints = 6
const minGapSizes = 0.6
/** Lines of a column, its width in font sizes, and the part of the width that its usual line has: the cells of a table are shorter. */
const minLines = 4
const minWidthSizes = 8
const minFill = 0.55
/** What lines of prose fill of their column, but the last ones of paragraphs; and how many do, in both columns, where a table could be. */
const fullFill = 0.8
const minFullShare = 0.63
/** Of the lines on the right, those that stand beside one on the left: fewer are no rows of a table. */
const minRowShare = 0.25
/** Runs over the gap (titles, figures) for each run beside it. */
const maxSpanningShare = 0.4

export type Region = {
  readonly runs: readonly TextRun[]
  /** The right margin of a column; null where it is that of the page. */
  readonly right: number | null
}

/** Returns runs as regions in reading order: a column is read to its end before the next one, what spans columns in between. */
export function orderRegions(runs: readonly TextRun[], margin: number | null = null): Region[] {
  const gap = findGap(runs)
  if (!gap) return orderShortColumns(runs, margin)
  const regions: Region[] = []
  let left: TextRun[] = []
  let right: TextRun[] = []
  let spanning: TextRun[] = []
  const flushColumns = () => {
    for (const side of [left, right]) if (side.length > 0) regions.push(...orderRegions(side))
    left = []
    right = []
  }
  const flushSpanning = () => {
    if (spanning.length > 0) regions.push({ runs: spanning, right: null })
    spanning = []
  }
  for (const run of runs.toSorted((one, other) => other.y - one.y)) {
    if (run.x < gap.to && run.right > gap.from) {
      flushColumns()
      spanning.push(run)
    } else {
      flushSpanning()
      const side = run.right <= gap.from ? left : right
      side.push(run)
    }
  }
  flushColumns()
  flushSpanning()
  return regions
}

function orderShortColumns(runs: readonly TextRun[], margin: number | null): Region[] {
  return findShortColumns(runs).flatMap(({ columns }) =>
    columns.length === 1
      ? columns.map((column) => ({ runs: column, right: margin }))
      : columns.flatMap((column) =>
          orderRegions(
            column,
            maxOf(column, ({ right }) => right),
          ),
        ),
  )
}

type Gap = { readonly from: number; readonly to: number }

/** Returns the gap between two columns of prose; null when there is none. */
function findGap(runs: readonly TextRun[]): Gap | null {
  if (runs.length < 2 * minLines) return null
  const left = minOf(runs, ({ x }) => x)
  const width = maxOf(runs, ({ right }) => right) - left
  const size = median(runs.map((run) => run.size))
  const bins = Math.ceil(width / binWidth)
  if (bins < 10 || bins > 10_000) return null
  const cover = new Uint32Array(bins + 1)
  for (const { x, right } of runs) {
    for (let bin = Math.floor((x - left) / binWidth); bin <= Math.floor((right - left - 0.01) / binWidth); bin++)
      cover[bin] = (cover[bin] ?? 0) + 1
  }
  const minBins = Math.ceil(Math.max(minGapPoints, minGapSizes * size) / binWidth) - 1
  let best: (Gap & { readonly crossing: number }) | null = null
  const lastBin = Math.floor(bins * 0.8)
  for (let bin = Math.ceil(bins * 0.2); bin < lastBin; bin++) {
    let crossing = 0
    for (let at = bin; at < bin + minBins; at++) crossing = Math.max(crossing, cover[at] ?? 0)
    if (best && crossing >= best.crossing) continue
    best = { from: left + bin * binWidth, to: left + (bin + minBins) * binWidth, crossing }
  }
  if (!best || !isBetweenColumns(runs, best, size)) return null
  const middle = (best.from + best.to) / 2
  return { from: middle - 0.5, to: middle + 0.5 }
}

function isBetweenColumns(runs: readonly TextRun[], gap: Gap, size: number): boolean {
  const left = runs.filter(({ right }) => right <= gap.from + 1)
  const right = runs.filter(({ x }) => x >= gap.to - 1)
  const spanning = runs.length - left.length - right.length
  if (spanning > maxSpanningShare * (left.length + right.length)) return false
  const columns = [measureFill(left, size), measureFill(right, size)] as const
  if (!columns.every((column) => isColumn(column, size)) || !overlapVertically(left, right)) return false
  const breaks = compareBreaks([groupLines(left), groupLines(right)])
  if (breaks !== 'unknown') return breaks === 'paragraphs'
  const fullShare = (shareFull(columns[0]) + shareFull(columns[1])) / 2
  return fullShare >= minFullShare || shareBeside(left, right, size) < minRowShare
}

/** A width, and which part of it each line has. */
type Fill = { readonly width: number; readonly fills: readonly number[] }

function measureFill(runs: readonly TextRun[], size: number): Fill {
  const extents = new Map<number, { x: number; right: number }>()
  for (const { x, right, y } of runs) {
    const key = Math.round(y / (size * 0.5))
    const extent = extents.get(key)
    extents.set(key, extent ? { x: Math.min(extent.x, x), right: Math.max(extent.right, right) } : { x, right })
  }
  const lines = [...extents.values()]
  const width = maxOf(lines, (line) => line.right) - minOf(lines, (line) => line.x)
  return { width, fills: lines.map((line) => (line.right - line.x) / width) }
}

/** Whether runs are lines of prose, as wide as their column. */
const isColumn = ({ width, fills }: Fill, size: number) =>
  fills.length >= minLines && width >= minWidthSizes * size && median(fills) >= minFill

const shareFull = ({ fills }: Fill) => fills.filter((fill) => fill >= fullFill).length / fills.length

/** Returns the share of the runs on the right that have one on the left on the same line. */
function shareBeside(left: readonly TextRun[], right: readonly TextRun[], size: number): number {
  const toLine = (y: number) => Math.round(y / (size * 0.1))
  const lines = new Set(left.flatMap(({ y }) => [toLine(y) - 1, toLine(y), toLine(y) + 1]))
  return right.filter(({ y }) => lines.has(toLine(y))).length / right.length
}

function overlapVertically(left: readonly TextRun[], right: readonly TextRun[]): boolean {
  const range = (runs: readonly TextRun[]) => [minOf(runs, ({ y }) => y), maxOf(runs, ({ y }) => y)] as const
  const [one, other] = [range(left), range(right)]
  const overlap = Math.min(one[1], other[1]) - Math.max(one[0], other[0])
  return overlap >= 0.5 * Math.min(one[1] - one[0], other[1] - other[0])
}
