// Checks the conditions of a workflow on the runs that are kept.
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import { type GateCheck, GateCondition } from '@heddle/contracts/evaluation/gate'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { Queryable } from '@heddle/db/client'
import { checkCondition, type ConditionResult } from '@heddle/evaluation/gate/check-gate'
import { listBoundResources } from '@heddle/workflow/model/graph/bound-resources'
import { listPermittedModels } from '@heddle/workflow/model/graph/permitted-models'
import { presentText } from '../../../platform/http/presenting.ts'
import type { WorkflowRow } from '../../workflow/workflow.repository.ts'
import { findModels, findPublished, findRuns, findSets, findTenantDay, type GateRun, type GateSet, listSets } from './gate-facts.sql.ts'
import { type GateSide, type GateSides, isCompared, matchRuns, type NeededRun } from './gate.rules.ts'
import { readResourceStates } from '../resource-states.sql.ts'
import { createFigureReader, type FigureReader, type ReadFigure, readFigure } from './run-figure.ts'

export type GatedWorkflow = Pick<WorkflowRow, 'id' | 'tenantId' | 'allowedModels' | 'draft' | 'draftHash' | 'versions'>

export type Gate = {
  readonly conditions: readonly GateCondition[]
  readonly sets: ReadonlyMap<string, GateSet>
  readonly runs: readonly GateRun[]
  readonly sides: GateSides
  /** As `2026-11-27`, where the tenant is. */
  readonly today: string
}

export type CheckedGate = { readonly checks: readonly GateCheck[]; readonly needed: readonly NeededRun[] }

const shownCharacters = 200

/** Returns the kept conditions of a workflow. */
export const readConditions = (stored: unknown): GateCondition[] => GateCondition.array().parse(stored)

/** Reads what the conditions hang on; with `locks`, no set, dataset or collection gets another version or other settings in this transaction. */
export async function readGate(
  on: Queryable,
  workflow: GatedWorkflow,
  conditions: readonly GateCondition[],
  { now, locks }: { now: Date; locks: boolean },
): Promise<Gate> {
  const { id, tenantId, allowedModels } = workflow
  const sets = await findSets(on, tenantId, listSets(conditions), locks)
  const published = await findPublished(on, id)
  const graphs = [workflow.draft, ...(published ? [published.graph] : [])] as unknown as WorkflowGraph[]
  const states = await readResourceStates(
    on,
    tenantId,
    graphs.flatMap((graph) => listBoundResources(graph)),
    locks,
  )
  const models = await findModels(on, tenantId)
  const toSide = (graphHash: string, stored: unknown): GateSide => {
    const graph = stored as WorkflowGraph
    const active = listBoundResources(graph).flatMap((each) => (states.has(each) ? [[each, states.get(each) ?? ''] as const] : []))
    return { graphHash, resourceStates: Object.fromEntries(active), model: listPermittedModels(models, { allowedModels, graph })[0]?.name }
  }
  return {
    conditions,
    sets: new Map(sets.map((set) => [set.id, set])),
    runs: await findRuns(on, id, listSets(conditions)),
    sides: {
      draft: toSide(workflow.draftHash, workflow.draft),
      published: published && toSide(published.graphHash, published.graph),
    },
    today: await findTenantDay(on, tenantId, now),
  }
}

/** Checks each condition, and says which runs are missing for that. */
export async function checkGate(on: Queryable, gate: Gate): Promise<CheckedGate> {
  const checks: GateCheck[] = []
  const needed: NeededRun[] = []
  const readRun = createFigureReader(on, gate.today)
  for (const condition of gate.conditions) {
    const checked = await checkOne(readRun, gate, condition)
    checks.push(checked.check)
    needed.push(...checked.needed)
  }
  return { checks, needed }
}

type Checked = { readonly check: GateCheck; readonly needed: readonly NeededRun[] }

async function checkOne(readRun: FigureReader, gate: Gate, condition: GateCondition): Promise<Checked> {
  const { sides, runs } = gate
  const { metric } = condition
  const set = gate.sets.get(condition.dataset_id)
  const check = createCheck(condition, set)
  if (!set || set.publishedVersion === null) return { check, needed: [] }
  const match = (side: GateSide) => matchRuns(runs, { condition, set, side })
  const draft = match(sides.draft)
  const published = isCompared(condition) && sides.published ? match(sides.published) : null
  if (draft.completed && (published === null || published.completed)) {
    const figure = readFigure(await readRun(draft.completed), metric)
    const baseline = published?.completed ? readFigure(await readRun(published.completed), metric) : null
    const runIds = { run_id: draft.completed.id, baseline_run_id: published?.completed?.id ?? null }
    return { check: { ...check, ...decide(condition, figure, baseline), ...runIds }, needed: [] }
  }
  const targets = [{ target: 'draft', runs: draft } as const, ...(published ? [{ target: 'published', runs: published } as const] : [])]
  const open = targets.filter(({ runs: { completed } }) => !completed)
  const active = open.flatMap(({ runs: { active: run } }) => run ?? [])
  const needed = open.flatMap(({ target, runs: { active: run } }): NeededRun[] => {
    const { dataset_id: datasetId, repeats, judge_model: judgeModel } = condition
    return run ? [] : [{ target, datasetId, repeats, judgeModel }]
  })
  const wasRun = runs.some((run) => run.datasetId === set.id && run.state === 'completed')
  const state = active.length > 0 ? 'running' : wasRun ? 'stale' : 'missing'
  const progress = active.map(({ id, rowCount, repeats, answersDone }) => ({
    run_id: id,
    answer_count: rowCount * repeats,
    answers_done: answersDone,
  }))
  return { check: { ...check, state, progress }, needed }
}

const createCheck = (condition: GateCondition, set: GateSet | undefined): GateCheck => ({
  condition,
  dataset: set ? { name: presentText(set.name), version: set.publishedVersion } : null,
  state: 'missing',
  problems: [],
  row_count: null,
  means_little: false,
  figure: null,
  baseline: null,
  change_points: null,
  verdict_count: null,
  baseline_verdict_count: null,
  worst_rows: [],
  run_id: null,
  baseline_run_id: null,
  progress: [],
})

/** Decides a condition by the figure of the draft and that of the published version; null compares nothing. */
export function decide(condition: GateCondition, draft: ReadFigure, published: ReadFigure | null): Partial<GateCheck> {
  const { metric, at_least: minimum, at_most_worse: tolerance, repeats } = condition
  const asked = { metric, minimum: minimum ?? undefined, tolerance: tolerance ?? undefined, repeats }
  const { passed, problems, rowCount, meansLittle, figure, baseline, changePoints, worstRows } = checkCondition(asked, draft, published)
  return {
    state: passed ? 'passed' : 'failed',
    problems: [...problems],
    row_count: rowCount,
    means_little: meansLittle,
    figure,
    baseline,
    change_points: changePoints,
    verdict_count: draft.verdictCount,
    baseline_verdict_count: published?.verdictCount ?? null,
    worst_rows: presentRows(worstRows, draft),
  }
}

const presentRows = (rows: ConditionResult['worstRows'], { asked }: ReadFigure): GateCheck['worst_rows'] =>
  rows.flatMap(({ rowId, before, after }) => {
    const row = asked.get(rowId)
    const text = row?.cells[evalColumn.question]
    if (!row || typeof text !== 'string') return []
    return [{ row_id: rowId, row_no: row.rowNo, question: text.slice(0, shownCharacters), before, after }]
  })
