// Whether a second run of the same rows is better or worse than the first, or whether the difference is probably luck.
import { bootstrapMean, type Interval } from '../statistics/bootstrap.ts'
import { testSigns } from '../statistics/sign-test.ts'
import type { RunFigure } from './summarize-run.ts'

export type RowChange = {
  readonly rowId: string
  readonly before: number
  readonly after: number
  /** Below 0 when it became worse. */
  readonly change: number
}

/** With fewer rows than `minRows`, `too_few`: whatever the figures are, they mean little. */
export type ComparisonVerdict = 'better' | 'worse' | 'probably_luck' | 'too_few'

export type RunComparison = {
  readonly verdict: ComparisonVerdict
  /** The mean change of a row; null without rows that count in both runs. */
  readonly change: number | null
  /** At 95 %, of the mean change. */
  readonly interval: Interval | null
  /** Rows that changed one way and the other, and how likely so uneven a split is by chance. */
  readonly better: number
  readonly worse: number
  readonly signProbability: number
  /** All that count in both runs, worse ones first; equal ones in the order of the first run. */
  readonly rows: readonly RowChange[]
}

/** Rows below which a comparison has no verdict. */
export const minRows = 20

/** Means of thirds and fifths differ by the error of their binary form. */
const rounding = 1e-9

/** Returns the rows that count in both runs, in the order of the first. */
export function pairRows(before: RunFigure, after: RunFigure): RowChange[] {
  const means = new Map(after.rows.map(({ row, mean }) => [row.id, mean]))
  return before.rows.flatMap(({ row, mean }) => {
    const other = means.get(row.id)
    if (other === undefined) return []
    const change = Math.abs(other - mean) < rounding ? 0 : other - mean
    return [{ rowId: row.id, before: mean, after: other, change }]
  })
}

/** Returns the mean change of a row; null without rows. */
export const findMeanChange = (rows: readonly RowChange[]): number | null =>
  rows.length === 0 ? null : rows.reduce((sum, { change }) => sum + change, 0) / rows.length

/**
 * Compares two runs row by row. It is `better` or `worse` when the bootstrap interval of the mean change has no zero in it, and otherwise
 * `probably_luck`; the sign test beside it heeds how many rows changed and not how much.
 */
export function compareRuns(before: RunFigure, after: RunFigure): RunComparison {
  const rows = pairRows(before, after).toSorted((a, b) => a.change - b.change)
  const interval = rows.length === 0 ? null : bootstrapMean(rows.map(({ change }) => change))
  const better = rows.filter(({ change }) => change > 0).length
  const worse = rows.filter(({ change }) => change < 0).length
  return {
    verdict: judge(rows.length, interval),
    change: findMeanChange(rows),
    interval,
    better,
    worse,
    signProbability: testSigns(better, worse),
    rows,
  }
}

function judge(count: number, interval: Interval | null): ComparisonVerdict {
  if (count < minRows || interval === null) return 'too_few'
  if (interval.low > 0) return 'better'
  return interval.high < 0 ? 'worse' : 'probably_luck'
}
