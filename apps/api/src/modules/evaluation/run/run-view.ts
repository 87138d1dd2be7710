// Runs as they are read: with what their answers come to, and whether what they asked is still what is active.
import { EvalFigure } from '@heddle/contracts/evaluation/eval-run'
import type { Queryable } from '@heddle/db/client'
import { z } from 'zod'
import { readResourceStates } from '../resource-states.sql.ts'
import { type AnsweredRun, readRunFigures, type RunFigures } from '../run-figures.ts'
import type { EvalRunRecord, EvalRunRepository } from './eval-run.repository.ts'
import { findRunDays, findRunTotals, findScoredAnswers, type RunTotals } from './eval-run.sql.ts'

export type EvalRunView = {
  readonly run: EvalRunRecord
  readonly totals: RunTotals | undefined
  readonly figures: readonly EvalFigure[]
  readonly knownFailures: number
  readonly isStale: boolean
}

type FiguredRun = Pick<EvalRunRecord, 'id' | 'repeats' | 'judgeModel' | 'state'>

const ResourceStates = z.record(z.string(), z.string())

/** Reads what the answers of a run came to. */
export async function readAnswers(on: Queryable, rows: EvalRunRepository, run: FiguredRun): Promise<AnsweredRun> {
  const { id, repeats, judgeModel, state } = run
  return {
    repeats,
    isJudged: judgeModel !== null,
    isOpen: state === 'queued' || state === 'running',
    today: (await findRunDays(on, [id])).get(id)?.day ?? '',
    rows: await rows.findRows(on, id),
    answers: await findScoredAnswers(on, id),
  }
}

export const readFigures = async (on: Queryable, rows: EvalRunRepository, run: FiguredRun): Promise<RunFigures> =>
  readRunFigures(await readAnswers(on, rows, run))

/** Stores the figures of a run that has ended, or whose verdicts have changed since; returns them. */
export async function storeFigures(tx: Queryable, rows: EvalRunRepository, run: FiguredRun): Promise<RunFigures> {
  const figures = await readFigures(tx, rows, run)
  await tx.evalRun.update({ where: { id: run.id }, data: { figures: figures.list() } })
  return figures
}

export async function viewRuns(on: Queryable, rows: EvalRunRepository, runs: readonly EvalRunRecord[]): Promise<EvalRunView[]> {
  const [first] = runs
  if (!first) return []
  const ids = runs.map(({ id }) => id)
  const states = runs.map(({ resourceStates }) => ResourceStates.parse(resourceStates))
  const resourceIds = [...new Set(states.flatMap((each) => Object.keys(each)))]
  const [totals, days, active] = await Promise.all([
    findRunTotals(on, ids),
    findRunDays(on, ids),
    readResourceStates(on, first.tenantId, resourceIds, false),
  ])
  const views: EvalRunView[] = []
  for (const [index, run] of runs.entries()) {
    const isChanged = Object.entries(states[index] ?? {}).some(([id, state]) => active.get(id) !== state)
    views.push({
      run,
      totals: totals.get(run.id),
      figures: run.figures === null ? (await readFigures(on, rows, run)).list() : z.array(EvalFigure).parse(run.figures),
      knownFailures: days.get(run.id)?.knownFailures ?? 0,
      isStale: isChanged || run.dataset.publishedVersion !== run.datasetVersion,
    })
  }
  return views
}
