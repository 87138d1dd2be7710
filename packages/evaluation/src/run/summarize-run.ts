// The figure of a run: rows × repeats become one number, and what stands behind it.

/** A row that expects something of the measure. */
export type RunRow = {
  readonly id: string
  readonly language: string
  readonly tags: readonly string[]
  /** The last day, as `2026-12-31`, on which its failure is known and does not count. */
  readonly knownFailureUntil?: string | undefined
}

/** What came of asking a row once. */
export type Attempt = {
  readonly rowId: string
  /** From 1. */
  readonly repeat: number
  readonly outcome: 'finished' | 'failed' | 'timed_out'
  /** From 0 to 1; null where the answer does not tell. Of what did not finish it is not read. */
  readonly score: number | null
}

export type RowFigure = {
  readonly row: RunRow
  /** The mean over its repeats. */
  readonly mean: number
  /** Repeats that count 0 as they have no answer. */
  readonly failed: number
  readonly timedOut: number
  readonly missing: number
}

export type GroupFigure = { readonly count: number; readonly mean: number }

export type RunFigure = {
  readonly repeats: number
  /** The mean over rows of the mean over their repeats; null when no row counts. */
  readonly mean: number | null
  /** Those that count. */
  readonly rows: readonly RowFigure[]
  /** Those that do not, as their failure is known. */
  readonly knownFailures: readonly string[]
  readonly byTag: ReadonlyMap<string, GroupFigure>
  readonly byLanguage: ReadonlyMap<string, GroupFigure>
}

export type RunPlan = {
  readonly rows: readonly RunRow[]
  /** How often each row is asked. */
  readonly repeats: number
  /** As `2026-11-27`. */
  readonly today: string
}

/**
 * Returns the figure of a run. What failed, timed out or is missing counts 0 and is named apart, so that a run that broke is no better than a
 * bad one. A row none of whose answers tells is left out. Each repeat counts once, however often it is among the attempts.
 */
export function summarizeRun({ rows, repeats, today }: RunPlan, attempts: Iterable<Attempt>): RunFigure {
  const byRow = Map.groupBy(attempts, ({ rowId }) => rowId)
  const isKnown = ({ knownFailureUntil }: RunRow) => knownFailureUntil !== undefined && knownFailureUntil >= today
  const figures = rows.flatMap((row) => (isKnown(row) ? [] : (summarizeRow(row, byRow.get(row.id) ?? [], repeats) ?? [])))
  return {
    repeats,
    mean: findMean(figures),
    rows: figures,
    knownFailures: rows.filter(isKnown).map(({ id }) => id),
    byTag: groupFigures(figures, ({ row }) => row.tags),
    byLanguage: groupFigures(figures, ({ row }) => [row.language]),
  }
}

const findMean = (figures: readonly RowFigure[]): number | null =>
  figures.length === 0 ? null : figures.reduce((sum, { mean }) => sum + mean, 0) / figures.length

function summarizeRow(row: RunRow, attempts: readonly Attempt[], repeats: number): RowFigure | null {
  const counts = { finished: 0, failed: 0, timed_out: 0, missing: 0 }
  let total = 0
  let untold = 0
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const attempt = attempts.find((each) => each.repeat === repeat)
    counts[attempt?.outcome ?? 'missing'] += 1
    if (attempt?.outcome !== 'finished') continue
    if (attempt.score === null) untold += 1
    else total += attempt.score
  }
  if (untold === repeats) return null
  const { failed, timed_out: timedOut, missing } = counts
  return { row, mean: total / (repeats - untold), failed, timedOut, missing }
}

function groupFigures(figures: readonly RowFigure[], listGroups: (figure: RowFigure) => readonly string[]) {
  const groups = new Map<string, RowFigure[]>()
  for (const figure of figures) {
    for (const group of new Set(listGroups(figure))) groups.set(group, [...(groups.get(group) ?? []), figure])
  }
  return new Map([...groups].map(([group, own]) => [group, { count: own.length, mean: findMean(own) ?? 0 }]))
}
