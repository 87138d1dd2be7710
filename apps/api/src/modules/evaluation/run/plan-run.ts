// What a run would ask: the rows of the set, and the graph and models that are asked.
import type { EvalRunAsked } from '@heddle/contracts/evaluation/eval-run'
import { limits } from '@heddle/contracts/limits'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { checkGraph } from '@heddle/workflow/model/graph/graph-rules'
import { listPermittedModels } from '@heddle/workflow/model/graph/permitted-models'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { AppError } from '../../../platform/errors/app-error.ts'
import { type Actor, hasPermission } from '../../../platform/permissions/actor.ts'
import type { DatasetRecord } from '../../dataset/dataset.repository.ts'
import type { DatasetService } from '../../dataset/dataset.service.ts'
import type { ModelService } from '../../model/model.service.ts'
import type { WorkflowRow } from '../../workflow/workflow.repository.ts'
import type { WorkflowService } from '../../workflow/workflow.service.ts'
import { findReadyRows, type ReadyRow } from '../ready-rows.sql.ts'
import type { EvalRunRepository } from './eval-run.repository.ts'

/** Who starts a run; for the conditions of a workflow the worker does it in a person's name. */
export type Starter = Pick<Actor, 'id' | 'tenantId' | 'role' | 'origin'>

export type RunPlan = {
  readonly dataset: DatasetRecord
  readonly datasetVersion: number
  readonly workflow: WorkflowRow
  /** Null of a draft. */
  readonly workflowVersion: number | null
  readonly graphHash: string
  readonly graph: WorkflowGraph
  readonly modelName: string
  readonly judgeModel: string | null
  readonly rows: readonly ReadyRow[]
}

type Dependencies = {
  readonly db: PrismaClient
  readonly runs: EvalRunRepository
  readonly datasets: DatasetService
  readonly workflows: WorkflowService
  readonly models: ModelService
}

export type PlanRun = ReturnType<typeof createRunPlanner>

/** Returns the set; throws `DATASET_NOT_FOUND` for a dataset of another kind too. */
export async function getEvalSet(datasets: DatasetService, actor: Pick<Actor, 'tenantId'>, id: string): Promise<DatasetRecord> {
  const dataset = await datasets.getDataset(actor, id)
  if (dataset.kind !== 'eval') throw new AppError('DATASET_NOT_FOUND')
  return dataset
}

export function createRunPlanner({ db, runs, datasets, workflows, models }: Dependencies) {
  async function findGraph(workflow: WorkflowRow, { version: number, draft_hash: draftHash }: EvalRunAsked) {
    if ((number === undefined) === (draftHash === undefined)) {
      const fields = [{ path: 'body/run', message: 'Either a version or the hash of a draft' }]
      throw new AppError('BAD_REQUEST', { params: { fields } })
    }
    if (number === undefined) {
      if (workflow.draftHash !== draftHash) throw new AppError('WORKFLOW_GATE_STALE')
      return { workflowVersion: null, graphHash: workflow.draftHash, graph: parseGraph(workflow.draft) }
    }
    const version = await runs.findVersion(workflow.id, number)
    if (!version) throw new AppError('WORKFLOW_VERSION_NOT_FOUND')
    return { workflowVersion: number, graphHash: version.graphHash, graph: parseGraph(version.graph) }
  }

  /** The name of the model that the workflow's own choice is left to: one that it permits, unless given its default. */
  async function findModel(starter: Starter, { allowedModels }: WorkflowRow, graph: WorkflowGraph, name: string | undefined) {
    const permitted = listPermittedModels(await models.listModels(starter), { allowedModels, graph })
    const model = name === undefined ? permitted[0] : permitted.find((each) => each.name === name)
    if (!model) throw new AppError('MODEL_NOT_FOUND')
    return model.name
  }

  async function findJudge(starter: Starter, name: string | undefined): Promise<string | null> {
    if (name === undefined) return null
    if (!(await models.listModels(starter)).some((each) => each.name === name)) throw new AppError('MODEL_NOT_FOUND')
    return name
  }

  return async function planRun(starter: Starter, datasetId: string, asked: EvalRunAsked): Promise<RunPlan> {
    if (!hasPermission(starter, 'manage_workflows')) throw new AppError('FORBIDDEN')
    const dataset = await getEvalSet(datasets, starter, datasetId)
    const workflow = await workflows.getWorkflow(starter, asked.workflow_id)
    const target = await findGraph(workflow, asked)
    const modelName = await findModel(starter, workflow, target.graph, asked.model)
    const judgeModel = await findJudge(starter, asked.judge_model)
    const { publishedVersion } = dataset
    if (publishedVersion === null) throw new AppError('EVAL_SET_EMPTY')
    const rows = await findReadyRows(db, { datasetId: dataset.id, version: publishedVersion }, asked.rows ?? limits.evalRows)
    if (rows.length === 0) throw new AppError('EVAL_SET_EMPTY')
    return { dataset, datasetVersion: publishedVersion, workflow, ...target, modelName, judgeModel, rows }
  }
}

function parseGraph(stored: Prisma.JsonValue): WorkflowGraph {
  const graph = WorkflowGraph.parse(stored)
  const problems = checkGraph(graph, nodeTypes)
  if (problems.length > 0) throw new AppError('WORKFLOW_GRAPH_INVALID', { params: { problems } })
  return graph
}
