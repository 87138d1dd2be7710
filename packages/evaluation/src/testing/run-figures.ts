import { type RunFigure, summarizeRun } from '../run/summarize-run.ts'

/** Returns the figure of a run of three repeats whose rows, named by their index, have these means. */
export function createRun(means: readonly number[], repeats = 3): RunFigure {
  const rows = means.map((_, index) => ({ id: String(index), language: 'en', tags: [] }))
  const attempts = means.flatMap((score, index) =>
    Array.from({ length: repeats }, (_, repeat) => ({ rowId: String(index), repeat: repeat + 1, outcome: 'finished' as const, score })),
  )
  return summarizeRun({ rows, repeats, today: '2026-11-27' }, attempts)
}
