// Tests of a dataset: a question is asked as a workflow asks it, by a graph with the one node; a plan is run as it is. Who calls has the
// permission `manage_knowledge`, and is given what a reply would give them.
import { limits } from '@heddle/contracts/limits'
import type { QueryTest, testDatasetQuery } from '@heddle/contracts/trial/query-test'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { DatasetAnswer, DatasetPort } from '@heddle/workflow/model/ports'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { toErrorDetail } from '../../platform/errors/error-detail.ts'
import type { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { DatasetQueryService, ReadableDataset } from '../dataset/query/query.service.ts'
import type { OpenPorts } from '../run/ports/open-ports.ts'
import { presentAnswer, presentProblems, presentRefused, presentUnanswered } from './query-test.presenter.ts'
import type { PrepareInput } from './test-input.ts'
import type { OpenTestRun, TestRunner } from './test-runner.ts'

type Dependencies = {
  readonly runner: TestRunner
  /** That of the runner: a plan that is given counts as a test. */
  readonly concurrency: ConcurrencyLimit
  readonly prepareInput: PrepareInput
  readonly openPorts: OpenPorts
  readonly datasets: DatasetService
  readonly datasetQueries: DatasetQueryService
}

type TestBody = z.output<typeof testDatasetQuery.schema.body>
type Question = Pick<TestBody, 'language' | 'model'> & { readonly question: string }
type GivenPlan = Pick<TestBody, 'language' | 'plan'>

/** What the node has done by its port. */
type Watched = {
  /** The last plan that the model wrote; undefined before the first. */
  plan?: unknown
  answer?: DatasetAnswer
  queryMs?: number
  isNotExpressible?: true
}

export type QueryTestService = ReturnType<typeof createQueryTestService>

export function createQueryTestService({ runner, concurrency, prepareInput, openPorts, datasets, datasetQueries }: Dependencies) {
  /** The published version for a reply to the actor. */
  async function getReadable(actor: Actor, id: string): Promise<ReadableDataset> {
    const { kind, publishedVersion } = await datasets.getDataset(actor, id)
    if (kind !== 'table') throw new AppError('DATASET_NOT_FOUND')
    const readable = await datasetQueries.findReadable(actor, id)
    if (readable) return readable
    throw new AppError(publishedVersion === null ? 'DATASET_VERSION_NOT_FOUND' : 'FORBIDDEN')
  }

  async function runGiven(
    actor: Actor,
    id: string,
    { plan, language = actor.language }: GivenPlan,
    signal: AbortSignal,
  ): Promise<QueryTest> {
    const startedAt = performance.now()
    const { table } = await getReadable(actor, id)
    const verdict = checkPlan(plan, table)
    if (!verdict.ok) return presentProblems(plan, verdict.errors, { asked: null, ms: performance.now() - startedAt })
    const watched: Watched = {}
    const { datasets: port } = openPorts({ tenantId: actor.tenantId, userId: actor.id })
    if (!port) throw new Error('A run has a port for datasets')
    const { query: runPlan } = watchQueries(port, watched)
    const findFacts = () => ({ asked: null, ms: performance.now() - startedAt, queryMs: watched.queryMs })
    try {
      const answer = await runPlan({ datasetId: id, plan, language }, signal)
      return presentAnswer(plan, answer, findFacts())
    } catch (error) {
      if (!isPlanRefusal(error)) throw error
      return presentRefused(plan, toErrorDetail(error), findFacts())
    }
  }

  async function ask(actor: Actor, id: string, { question, language, model }: Question, signal: AbortSignal): Promise<QueryTest> {
    const { table } = await getReadable(actor, id)
    const graph = createQueryGraph(id)
    const watched: Watched = {}
    const tested = { graph, allowedModels: [], userPrompt: null, allowsFiles: false }
    const open = await runner.begin({
      ...(await prepareInput(actor, tested, { question, response_language: language, model })),
      actor,
      audited: null,
      right: { permission: 'manage_knowledge' },
      assistantId: null,
      workflowVersionId: null,
      kept: null,
      watchPorts: (ports) => ({ ...ports, ...(ports.datasets && { datasets: watchQueries(ports.datasets, watched) }) }),
    })
    const done = await waitForEnd(open, signal)
    const { plan, answer, queryMs, isNotExpressible } = watched
    const facts = { asked: { model: done.model, usage: done.usage, cost: done.cost }, ms: done.ms, queryMs }
    if (answer) return presentAnswer(plan, answer, facts)
    if (isNotExpressible) return presentUnanswered({ outcome: 'not_expressible', message: done.text, error: null }, facts)
    const verdict = plan === undefined ? null : checkPlan(plan, table)
    if (verdict && !verdict.ok) return presentProblems(plan, verdict.errors, facts)
    if (done.error && isPlanRefusal(done.error)) return presentRefused(plan, done.error, facts)
    return presentUnanswered({ outcome: 'failed', message: '', error: done.error }, facts)
  }

  return {
    async testDatasetQuery(actor: Actor, id: string, body: TestBody, signal: AbortSignal): Promise<QueryTest> {
      const { question, ...given } = body
      if (question !== undefined) return ask(actor, id, { ...given, question }, signal)
      const release = concurrency.beginWithin(actor.id)
      return runGiven(actor, id, given, signal).finally(release)
    },
  }
}

/** A plan that fits the columns may still have a result beyond the range of numbers, or meet a version that was published meanwhile. */
const isPlanRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'DATASET_PLAN_INVALID'

/** Returns the workflow whose only step between question and answer asks the dataset. */
const createQueryGraph = (datasetId: string): WorkflowGraph => ({
  nodes: [
    { id: 'start', type: 'start', title: 'Question' },
    {
      id: 'query',
      type: 'dataset_query',
      title: 'Query',
      config: {
        model: null,
        datasets: [datasetId],
        question: '{{start.question}}',
        instructions: '',
        history_messages: 0,
        max_rows: limits.planRows,
        on_empty: 'continue',
      },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: '{{query.result}}' } },
  ],
  edges: [
    { source: 'start', target: 'query' },
    { source: 'query', target: 'answer' },
  ],
})

const watchQueries = ({ describe, query: runPlan, explain }: DatasetPort, watched: Watched): DatasetPort => ({
  async describe(datasetId) {
    const described = await describe(datasetId)
    return (
      described && {
        ...described,
        findErrors(plan) {
          watched.plan = plan
          return described.findErrors(plan)
        },
      }
    )
  },
  async query(request, signal) {
    const startedAt = performance.now()
    watched.answer = await runPlan(request, signal)
    watched.queryMs = performance.now() - startedAt
    return watched.answer
  },
  explain(outcome, language) {
    if (outcome === 'not_expressible') watched.isNotExpressible = true
    return explain(outcome, language)
  },
})

async function waitForEnd(open: OpenTestRun, signal: AbortSignal) {
  for await (const event of open(signal)) if (event.type === 'done') return event
  throw new Error('A test run ended without its last event')
}
