// Which runs a condition is decided by, and what the conditions say together.
import type { GateCheck, GateCondition, GateState } from '@heddle/contracts/evaluation/gate'
import type { GateRun, GateSet } from './gate-facts.sql.ts'

/** A graph whose figures are wanted: that of the draft, or that of the published version. */
export type GateSide = {
  readonly graphHash: string
  /** Of each resource that it reads, what is active now. */
  readonly resourceStates: Readonly<Record<string, string>>
  /** The model that is asked where the graph leaves the choice; undefined where the tenant offers none. */
  readonly model: string | undefined
}

export type GateSides = { readonly draft: GateSide; readonly published: GateSide | null }

export type MatchedRuns = { readonly completed: GateRun | undefined; readonly active: GateRun | undefined }

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/**
 * Returns the latest completed run that tells of exactly this graph, the published version of the set, and what its resources have now, and the
 * latest that waits or goes on. One of some of the questions, of another model or with another judge tells nothing of it.
 */
export function matchRuns(
  runs: readonly GateRun[],
  { condition, set, side }: { condition: GateCondition; set: GateSet; side: GateSide },
): MatchedRuns {
  const matching = runs.filter(
    (run) =>
      run.datasetId === set.id &&
      run.datasetVersion === set.publishedVersion &&
      run.graphHash === side.graphHash &&
      run.repeats >= condition.repeats &&
      run.modelName === side.model &&
      run.judgeModel === condition.judge_model &&
      run.rowCount === set.readyRows,
  )
  return {
    completed: matching.find(({ state, resourceStates }) => state === 'completed' && isSame(resourceStates, side.resourceStates)),
    // One that waits has not yet noted what is active.
    active: matching.find(
      ({ state, resourceStates }) => state === 'queued' || (state === 'running' && isSame(resourceStates, side.resourceStates)),
    ),
  }
}

/** Whether the condition compares with the published version. */
export const isCompared = ({ at_most_worse: tolerance }: GateCondition) => tolerance !== null

const precedence: readonly GateState[] = ['failed', 'running', 'missing', 'stale', 'passed']

/** Returns the state of all conditions; null without any. */
export const combineStates = (checks: readonly Pick<GateCheck, 'state'>[]): GateState | null =>
  precedence.find((state) => checks.some((check) => check.state === state)) ?? null

export type NeededRun = {
  readonly target: 'draft' | 'published'
  readonly datasetId: string
  readonly repeats: 3 | 5
  readonly judgeModel: string | null
}

/** Joins the runs that several conditions need alike: the larger number of repeats serves both. */
export function joinNeeded(needed: readonly NeededRun[]): NeededRun[] {
  const groups = Map.groupBy(needed, ({ target, datasetId, judgeModel }) => JSON.stringify([target, datasetId, judgeModel]))
  return [...groups.values()].flatMap((group) => group.toSorted((a, b) => b.repeats - a.repeats).slice(0, 1))
}

/** Whether one condition asks all that another asks: of another measure, set or judge it asks something else. */
const covers = (after: GateCondition, before: GateCondition): boolean =>
  after.dataset_id === before.dataset_id &&
  after.metric === before.metric &&
  after.judge_model === before.judge_model &&
  after.repeats >= before.repeats &&
  (before.at_least === null || (after.at_least ?? -1) >= before.at_least) &&
  (before.at_most_worse === null || (after.at_most_worse ?? Infinity) <= before.at_most_worse)

/** Whether a draft that does not meet the conditions before may meet those after: one is gone, or asks less. */
export const isLoosened = (before: readonly GateCondition[], after: readonly GateCondition[]): boolean =>
  !before.every((condition) => after.some((each) => covers(each, condition)))
