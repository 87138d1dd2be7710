// Test runs of workflows. Who calls has the permission `manage_workflows`. A run of a chat is never here.
import { limits } from '@heddle/contracts/limits'
import type { PageQuery } from '@heddle/contracts/wire'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { RunValues, type runWorkflow } from '@heddle/contracts/trial/workflow-run'
import { checkGraph, checkSingleNode } from '@heddle/workflow/model/graph/graph-rules'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { FindRunnableGraph } from '../workflow/runnable-graphs.ts'
import type { VersionService } from '../workflow/version.service.ts'
import type { WorkflowService } from '../workflow/workflow.service.ts'
import { listGivenResources } from './carried-resources.ts'
import { checkValues, joinValues } from './run-values.ts'
import type { PrepareInput } from './test-input.ts'
import type { OpenTestRun, TestRunner } from './test-runner.ts'
import type { WorkflowRunRepository, WorkflowRunRow } from './workflow-run.repository.ts'
import { withholdValues } from './withhold-resources.ts'

type Dependencies = {
  readonly runs: WorkflowRunRepository
  readonly runner: TestRunner
  readonly prepareInput: PrepareInput
  readonly workflows: WorkflowService
  readonly versions: VersionService
  readonly findRunnableGraph: FindRunnableGraph
  readonly paging: Paging
}

type RunBody = z.output<typeof runWorkflow.schema.body>

export type WorkflowRunService = ReturnType<typeof createWorkflowRunService>

export function createWorkflowRunService(dependencies: Dependencies) {
  const { runs, runner, prepareInput, workflows, versions, findRunnableGraph, paging } = dependencies
  const list = paging.defineList({
    name: 'test runs of a workflow',
    filters: z.object({ workflow_id: z.string() }),
    owner: 'workflow_id',
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  async function getRun({ id: readerId }: Actor, workflowId: string, id: string): Promise<WorkflowRunRow> {
    const run = await runs.find(readerId, workflowId, id)
    if (!run) throw new AppError('WORKFLOW_RUN_NOT_FOUND')
    return run
  }

  /** The node that runs alone, with what it reads of the others: of a kept run, what the actor may read of it now. */
  async function resolveNode(actor: Actor, workflowId: string, graph: WorkflowGraph, nodeId: string, body: RunBody) {
    const { values = {}, values_from_run_id: runId } = body
    const isKnown = graph.nodes.some(({ id }) => id === nodeId)
    const fields = isKnown ? checkValues(graph, values) : [{ path: 'body/node_id', message: 'Not a node of the graph' }]
    if (fields.length > 0) throw new AppError('BAD_REQUEST', { params: { fields } })
    const run = runId === undefined ? null : await getRun(actor, workflowId, runId)
    const kept = run ? withholdValues(RunValues.parse(run.values), run.resources) : {}
    const inherited = [...listGivenResources(graph, values), ...(run?.resources.filter(({ isReadable }) => isReadable) ?? [])]
    return { only: { nodeId, values: joinValues(graph, values, kept) }, inherited }
  }

  return {
    async runWorkflow(actor: Actor, id: string, body: RunBody): Promise<OpenTestRun> {
      const { allowedModels, allowFiles, tenant, draft, name } = await workflows.getWorkflow(actor, id)
      const version = body.version === undefined ? null : await versions.getWorkflowVersion(actor, id, body.version)
      const published = version && (await findRunnableGraph(version.id))
      const graph = body.graph ?? published ?? WorkflowGraph.parse(version?.graph ?? draft)
      const { only, inherited } =
        body.node_id === undefined ? { only: undefined, inherited: [] } : await resolveNode(actor, id, graph, body.node_id, body)
      const problems = only ? checkSingleNode(graph, only.nodeId, nodeTypes) : checkGraph(graph, nodeTypes)
      if (problems.length > 0) throw new AppError('WORKFLOW_GRAPH_INVALID', { params: { problems } })
      const allowsFiles = allowFiles && tenant.filesWithAnyAssistant
      const prepared = await prepareInput(actor, { graph, allowedModels, allowsFiles, userPrompt: null, only }, body)
      return runner.begin({
        ...prepared,
        actor,
        audited: { action: 'runWorkflow', workflow: { id, name } },
        right: { permission: 'manage_workflows' },
        assistantId: null,
        workflowVersionId: version?.id ?? null,
        kept: { workflowId: id, version: version?.number ?? null, inherited },
      })
    },

    async queryWorkflowRuns(actor: Actor, id: string, request: z.output<typeof PageQuery>) {
      await workflows.getWorkflow(actor, id)
      const page = list.read(request, { workflow_id: id })
      const found = await runs.findPage(id, { before: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, (run) => ({ id: run.id }))
    },

    async getWorkflowRun(actor: Actor, id: string, runId: string): Promise<WorkflowRunRow> {
      await workflows.getWorkflow(actor, id)
      return getRun(actor, id, runId)
    },

    /** A kept run that the actor started, of any workflow of the tenant; null when there is none. */
    findOwnRun: (actor: Actor, runId: string): Promise<WorkflowRunRow | null> => runs.findOwn(actor, runId),
  }
}
