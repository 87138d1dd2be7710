// Whether a draft is good enough to be published. A tolerance decides: that the interval of the change has no zero in it is true of two in
// three losses of 10 points (60 rows asked three times), where the tolerance catches nine in ten.
import { findMeanChange, minRows, pairRows, type RowChange } from '../run/compare-runs.ts'
import type { RunFigure } from '../run/summarize-run.ts'

export type GateCondition<Metric extends string = string> = {
  readonly metric: Metric
  /** The lowest figure that passes, from 0 to 1. */
  readonly minimum?: number | undefined
  /** Points of 100 that the figure may lie below that of the published version. */
  readonly tolerance?: number | undefined
  /** How often each row has to be asked, 3 at least. */
  readonly repeats: number
}

export type GateProblem = 'too_few_rows' | 'too_few_repeats' | 'below_minimum' | 'worse'

export type ConditionResult<Metric extends string = string> = {
  readonly condition: GateCondition<Metric>
  readonly passed: boolean
  readonly problems: readonly GateProblem[]
  /** Of the draft, and of the published version. */
  readonly figure: number | null
  readonly baseline: number | null
  /** The mean change of the rows that both have, in points; null without a published version. */
  readonly changePoints: number | null
  /** Those that it is decided by, and whether they are so few that the figure means little. */
  readonly rowCount: number
  readonly meansLittle: boolean
  /** Rows that lost the most, or those with the lowest scores where nothing is published. */
  readonly worstRows: readonly { readonly rowId: string; readonly before: number | null; readonly after: number }[]
}

/** Points that a draft may be worse by unless its condition says otherwise. */
export const defaultTolerance = 5
export const minGateRepeats = 3
/** Rows below which a condition is not met, whatever its figure is. */
export const minGateRows = 5
const shownRows = 5

/** Points of 100, without the error of their binary form. */
const toPoints = (share: number) => Number((share * 100).toFixed(9))

/** Whether a mean change is a loss of more points than are tolerated. */
export const isBeyondTolerance = (change: number, tolerance = defaultTolerance): boolean => -toPoints(change) > tolerance

/**
 * Checks a condition on the runs of a draft and of the published version, which is null when nothing is published. Rows of known failures are
 * in neither.
 */
export function checkCondition<Metric extends string>(
  condition: GateCondition<Metric>,
  draft: RunFigure,
  published: RunFigure | null,
): ConditionResult<Metric> {
  const paired = published ? pairRows(published, draft) : null
  const change = paired && findMeanChange(paired)
  const rowCount = (paired ?? draft.rows).length
  const problems = listProblems(condition, { draft, published, change, rowCount })
  return {
    condition,
    passed: problems.length === 0,
    problems,
    figure: draft.mean,
    baseline: published?.mean ?? null,
    changePoints: change === null ? null : toPoints(change),
    rowCount,
    meansLittle: rowCount < minRows,
    worstRows: paired ? listLosses(paired) : listLowest(draft),
  }
}

type Runs = {
  readonly draft: RunFigure
  readonly published: RunFigure | null
  readonly change: number | null
  readonly rowCount: number
}

function listProblems({ minimum, tolerance, repeats }: GateCondition, { draft, published, change, rowCount }: Runs): GateProblem[] {
  if (draft.mean === null || rowCount < minGateRows) return ['too_few_rows']
  const required = Math.max(repeats, minGateRepeats)
  const problems: GateProblem[] = []
  if (Math.min(draft.repeats, published?.repeats ?? required) < required) problems.push('too_few_repeats')
  if (minimum !== undefined && toPoints(draft.mean) < toPoints(minimum)) problems.push('below_minimum')
  if (change !== null && isBeyondTolerance(change, tolerance)) problems.push('worse')
  return problems
}

const listLosses = (rows: readonly RowChange[]) =>
  rows
    .filter(({ change }) => change < 0)
    .toSorted((a, b) => a.change - b.change)
    .slice(0, shownRows)
    .map(({ rowId, before, after }) => ({ rowId, before, after }))

const listLowest = ({ rows }: RunFigure) =>
  rows
    .filter(({ mean }) => mean < 1)
    .toSorted((a, b) => a.mean - b.mean)
    .slice(0, shownRows)
    .map(({ row, mean }) => ({ rowId: row.id, before: null, after: mean }))
