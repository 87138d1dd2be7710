// Test runs: each belongs to the stream of its reader, ends with it, and leaves its usage and, of a workflow, itself.
import { limits } from '@heddle/contracts/limits'
import type { RunDoneEvent, RunStreamEvent } from '@heddle/contracts/trial/workflow-run'
import { listFixedModels } from '@heddle/workflow/model/graph/permitted-models'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/transaction.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { OnSecret } from '../../platform/fetching/http-port.ts'
import type { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { Right } from '../../platform/permissions/stream-authority.sql.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { inReservingTransaction, reserveUsage } from '../usage-limit/usage-reservation.service.ts'
import { usedBy } from '../usage/model-usage.service.ts'
import { presentUsage } from '../run/run.presenter.ts'
import { writePatiently } from '../run/write-patiently.ts'
import type { AbortCause } from '../run/run.rules.ts'
import { toAbortReason } from '../run/execute-run.ts'
import { performRun, recordRun } from '../run/perform-run.ts'
import type { OpenPorts } from '../run/ports/open-ports.ts'
import type { RunEnding } from '../run/run.ts'
import { createEventLog } from '../run/event-log.ts'
import { keepRun } from './keep-run.sql.ts'
import { type CarriedResource, listRunResources } from './carried-resources.ts'
import { boundTrace, boundValues } from './kept-run.rules.ts'
import { computeCost, type ModelPrices } from './run-cost.ts'
import type { TestInput } from './test-input.ts'
import { createTestSink, type TestEventLog } from './test-sink.ts'

export type StartedTest = {
  readonly actor: Actor
  /** What the audit log is told of hosts that are sent a secret by; null for a graph that calls none. */
  readonly audited: {
    readonly action: 'runWorkflow' | 'tryAssistant'
    readonly workflow: { readonly id: string; readonly name: Prisma.JsonValue }
  } | null
  readonly input: TestInput
  readonly estimatedTokens: number
  /** What the actor has to keep while it runs. */
  readonly right: Right
  readonly assistantId: string | null
  readonly workflowVersionId: string | null
  /** The workflow that the run is kept of, and traced for; null for that of an assistant. */
  readonly kept: {
    readonly workflowId: string
    readonly version: number | null
    /** The resources of the values that it was given. */
    readonly inherited: readonly CarriedResource[]
  } | null
  /** Returns the ports of the run with what watches them. */
  readonly watchPorts?: (ports: WorkflowPorts) => WorkflowPorts
}

/** Starts the run and opens its events; the signal is aborted when the reader disconnects. */
export type OpenTestRun = (signal: AbortSignal) => AsyncIterable<RunStreamEvent>

type Dependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly openPorts: OpenPorts
  readonly loadPrices: (tenantId: string) => Promise<ModelPrices>
  readonly authority: StreamAuthority
  readonly audit: AuditService
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
  /** Of the tests of a user in this process. */
  readonly concurrency: ConcurrencyLimit
}

type StartedRun = { readonly abort: (cause: AbortCause) => void; readonly ended: Promise<void> }

export type TestRunner = ReturnType<typeof createTestRunner>

export function createTestRunner({ db, pool, openPorts, loadPrices, authority, audit, metrics, log, concurrency }: Dependencies) {
  const running = new Set<StartedRun>()
  let isClosing = false

  async function saveEnd({ actor, input, kept, assistantId, workflowVersionId }: StartedTest, end: TestEnd): Promise<void> {
    const { done, outcome, sink, eventLog } = end
    const { question, responseLanguage, only } = input
    const outputs = sink.values()
    const hasHistory = (await input.history).length > 0
    const keptRun = kept && {
      workflowId: kept.workflowId,
      version: kept.version,
      userId: actor.id,
      question,
      responseLanguage,
      nodeId: only?.nodeId ?? null,
      done,
      sources: eventLog.snapshot().sources,
      trace: boundTrace(sink.trace),
      values: boundValues(outputs),
      resources: listRunResources({ graph: input.graph, hasHistory, outputs, inherited: kept.inherited }),
    }
    const write = () =>
      inTransaction(pool, async (client) => {
        const owner = { runId: done.run_id, flow: 'test', isQuestion: true, ...usedBy(actor), assistantId, workflowVersionId } as const
        await recordRun(client, owner, outcome)
        if (keptRun) await keepRun(client, keptRun)
      })
    await writePatiently(write, (error, delay) =>
      log.warn({ err: error, runId: done.run_id, delay }, 'End of a test run could not be saved yet'),
    ).catch((error: unknown) => log.error({ err: error, runId: done.run_id }, 'End of a test run could not be saved'))
  }

  /** Tells the audit log of each host that the run sends its secret, once: an author can have it sent to whom a workflow names. */
  function watchSecrets({ actor, audited }: StartedTest): OnSecret | undefined {
    if (!audited) return undefined
    const { action, workflow } = audited
    const told = new Map<string, Promise<unknown>>()
    const target = { type: 'workflow', id: workflow.id, name: workflow.name as Prisma.InputJsonValue } as const
    return async ({ host, headerName }) => {
      const telling = told.get(host) ?? audit.record(db, actor, { action, target, after: { host, secret_header: headerName } })
      told.set(host, telling)
      await telling
    }
  }

  async function perform(runId: string, test: StartedTest, prices: ModelPrices, eventLog: TestEventLog, signal: AbortSignal) {
    const { actor, input } = test
    const sink = createTestSink(eventLog, test.kept && prices)
    const opened = openPorts({ tenantId: actor.tenantId, userId: actor.id }, watchSecrets(test))
    const ports = test.watchPorts?.(opened) ?? opened
    const attributes = { 'heddle.run.id': runId }
    const outcome = await performRun({ flow: 'test', input, sink: sink.sink, ports, attributes, metrics }, signal)
    if (outcome.failure) log.warn({ runId, model: input.model.name, code: outcome.error?.code, err: outcome.failure }, 'Test run failed')
    const done = toDoneEvent(runId, eventLog.snapshot().text, outcome, prices)
    await saveEnd(test, { done, outcome, sink, eventLog })
    eventLog.finish(done)
  }

  function start(runId: string, test: StartedTest, { prices, release }: { prices: ModelPrices; release: () => void }, signal: AbortSignal) {
    const eventLog = createEventLog<RunStreamEvent>(runId)
    const controller = new AbortController()
    const abort = (cause: AbortCause) => controller.abort(toAbortReason(cause))
    const timer = setTimeout(abort, limits.testRunSeconds * 1_000, 'timed_out' satisfies AbortCause)
    const unwatch = authority.watch(test.actor, test.right, () => abort('access_lost'))
    signal.addEventListener('abort', () => abort('stop_requested'), { once: true })
    const ended = perform(runId, test, prices, eventLog, controller.signal).finally(() => {
      clearTimeout(timer)
      unwatch()
      release()
      running.delete(run)
    })
    const run = { abort, ended }
    running.add(run)
    // Closed between its acceptance and now.
    if (isClosing) abort('shutdown')
    return eventLog.followFromStart([{ type: 'run', run_id: runId }])
  }

  return {
    /**
     * Accepts a run. Throws `SERVICE_UNAVAILABLE` while the process stops, `RATE_LIMITED` when the user has too many, and
     * `USAGE_LIMIT_REACHED`.
     */
    async begin(test: StartedTest): Promise<OpenTestRun> {
      if (isClosing) throw new AppError('SERVICE_UNAVAILABLE', { params: { retry_after: 1 } })
      const { tenantId, id: userId } = test.actor
      const release = concurrency.beginWithin(userId)
      const runId = randomUUIDv7()
      try {
        const prices = await loadPrices(tenantId)
        const { assistantId, input, estimatedTokens } = test
        const modelNames = [input.model.name, ...listFixedModels(input.graph)]
        const reservation = { runId, tenantId, userId, assistantId, modelNames, estimatedTokens, flow: 'test' } as const
        await inReservingTransaction(pool, (client) => reserveUsage(client, reservation))
        return (signal) => start(runId, test, { prices, release }, signal)
      } catch (error) {
        release()
        throw error
      }
    },

    /** Ends all runs as `interrupted`; resolves when they are saved. */
    async close() {
      isClosing = true
      for (const { abort } of running) abort('shutdown')
      await Promise.allSettled([...running].map(({ ended }) => ended))
    },
  }
}

type TestEnd = {
  readonly done: RunDoneEvent
  readonly outcome: RunEnding
  readonly sink: ReturnType<typeof createTestSink>
  readonly eventLog: TestEventLog
}

const toDoneEvent = (runId: string, text: string, outcome: RunEnding, prices: ModelPrices): RunDoneEvent => ({
  type: 'done',
  run_id: runId,
  text,
  notices: [...outcome.notices],
  outcome: outcome.status,
  error: outcome.error,
  usage: presentUsage(outcome.usage),
  cost: computeCost(outcome.calls, prices),
  ms: outcome.latencyMs,
  first_token_ms: outcome.firstTokenMs,
  model: outcome.replacedBy?.name ?? outcome.modelName,
})
