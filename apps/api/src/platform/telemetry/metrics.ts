// The metrics of one process, in Prometheus' terms. Their labels have few values and name no tenant, user or assistant; what is counted
// while a request waits costs a microsecond, and all else is read when the metrics are scraped.
import { errorCodes, errorStatuses } from '@heddle/contracts/errors'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../version.ts'

/** The state of a model endpoint, as the calls of this process have shown it. */
export type EndpointState = {
  /** Host and port. */
  readonly endpoint: string
  readonly running: number
  readonly queued: number
  readonly isUp: boolean
}

type WatchedPool = { readonly part: string; readonly pool: Pool; readonly max: number }

/** With what a run may end: failures of servers, and what may be taken away while it runs. */
const replyErrorCodes = errorCodes.filter(
  (code) => errorStatuses[code] >= 500 || code === 'FORBIDDEN' || code === 'MODEL_NOT_FOUND' || code === 'CHAT_FILES_NOT_READ',
)

const shortSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const replySeconds = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 300]
const jobSeconds = [0.1, 1, 5, 15, 60, 300, 1_800, 3_600]

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const pools: WatchedPool[] = []
  const endpointSources: (() => readonly EndpointState[])[] = []
  let hasProcessMetrics = false

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = [], collect?: (this: Gauge<L>) => void) =>
    new Gauge({ name, help, labelNames, registers, ...(collect && { collect }) })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })

  function endpointGauge(name: string, help: string, combine: (known: number | undefined, state: EndpointState) => number) {
    gauge(name, help, ['endpoint'], function collect() {
      const byEndpoint = new Map<string, number>()
      for (const state of endpointSources.flatMap((list) => list()))
        byEndpoint.set(state.endpoint, combine(byEndpoint.get(state.endpoint), state))
      this.reset()
      for (const [endpoint, value] of byEndpoint) this.set({ endpoint }, value)
    })
  }

  gauge('heddle_build_info', 'The running version.', ['version']).set({ version }, 1)
  endpointGauge('heddle_model_endpoint_running', 'Calls that an endpoint of models is answering.', (sum = 0, state) => sum + state.running)
  endpointGauge('heddle_model_endpoint_queued', 'Calls that wait for their turn at an endpoint.', (sum = 0, state) => sum + state.queued)
  endpointGauge('heddle_model_endpoint_up', '0 while the last calls of an endpoint have failed.', (least = 1, state) =>
    Math.min(least, Number(state.isUp)),
  )
  gauge('heddle_database_connections', 'Connections to the database.', ['part', 'state'], function collect() {
    for (const { part, pool } of pools) {
      this.set({ part, state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ part, state: 'idle' }, pool.idleCount)
    }
  })
  gauge('heddle_database_connections_max', 'Connections to the database at most.', ['part'], function collect() {
    for (const { part, max } of pools) this.set({ part }, max)
  })
  gauge('heddle_database_waiting', 'Statements that wait for a connection.', ['part'], function collect() {
    for (const { part, pool } of pools) this.set({ part }, pool.waitingCount)
  })

  const replyErrors = counter('heddle_reply_errors_total', 'Runs that ended with an error, by its code.', ['flow', 'code'])
  const repliesRunning = gauge('heddle_replies_running', 'Runs of workflows: replies in chats, and tests.', ['flow'])
  const replies = counter('heddle_replies_total', 'Ended runs.', ['flow', 'outcome'])
  // A series that begins with its first failure shows no increase.
  for (const flow of ['chat', 'test']) {
    repliesRunning.set({ flow }, 0)
    for (const outcome of ['completed', 'stopped', 'failed', 'interrupted']) replies.inc({ flow, outcome }, 0)
    for (const code of replyErrorCodes) replyErrors.inc({ flow, code }, 0)
  }

  const ingestions = counter('heddle_ingestions_total', 'Ingestions of sources, by their end.', ['outcome'])
  for (const outcome of ['indexed', 'failed', 'paused', 'lost']) ingestions.inc({ outcome }, 0)

  const signInFailures = counter('heddle_sign_in_failures_total', 'Sign-ins that failed, by their code.', ['code'])
  for (const code of ['AUTH_LOGIN_FAILED', 'AUTH_THROTTLED', 'AUTH_SIGN_INS_SLOWED']) signInFailures.inc({ code }, 0)

  return {
    registry,

    signInFailures,

    httpRequests: counter('heddle_http_requests_total', 'Requests, by the template of their route.', ['method', 'route', 'status']),
    httpSeconds: histogram(
      'heddle_http_request_seconds',
      'From a request to the end of its response, without event streams.',
      ['method', 'route'],
      shortSeconds,
    ),
    eventLoopHeld: histogram(
      'heddle_event_loop_held_seconds',
      'Steps of requests that held the event loop for 0.1 s or more, by the template of their route.',
      ['route'],
      [0.25, 0.5, 1, 2.5, 10],
    ),
    eventStreams: gauge('heddle_event_streams', 'Open event streams.'),

    repliesRunning,
    replies,
    replyErrors,
    replySeconds: histogram('heddle_reply_seconds', 'From the start of a run to its end.', ['flow'], replySeconds),
    firstTokenSeconds: histogram(
      'heddle_reply_first_token_seconds',
      'From the first call of the model of a run to its first token.',
      ['model'],
      replySeconds,
    ),
    replyTokens: counter('heddle_reply_tokens_total', 'Tokens of the calls of runs; output includes reasoning, input includes cached.', [
      'model',
      'type',
    ]),
    replyServerCalls: counter('heddle_reply_server_calls_total', 'Calls of model servers by runs, repeated ones included.', ['model']),
    nodeSeconds: histogram('heddle_workflow_node_seconds', 'Time of the nodes of runs.', ['type', 'outcome'], replySeconds),

    modelCallSeconds: histogram(
      'heddle_model_call_seconds',
      'Time of calls of models, the wait for their turn included.',
      ['operation', 'endpoint', 'outcome'],
      replySeconds,
    ),
    modelWaitSeconds: histogram('heddle_model_wait_seconds', 'Time that calls waited for their turn.', ['endpoint'], replySeconds),

    jobSeconds: histogram('heddle_job_seconds', 'Time of attempts of jobs.', ['queue', 'outcome'], jobSeconds),
    ingestions,

    databaseUp: gauge('heddle_database_up', 'Whether the database answers.'),
    jobs: gauge('heddle_jobs', 'Jobs in the database, by their state; the same from every process.', ['queue', 'state']),
    oldestJobSeconds: gauge('heddle_job_oldest_waiting_seconds', 'How long the first job of a queue has been due.', ['queue']),
    sources: gauge('heddle_sources', 'Sources of collections, by their state; the same from every process.', ['state']),
    diskFree: gauge('heddle_disk_free_bytes', 'Free bytes where files are kept, and of the temporary folder.', ['folder']),
    diskSize: gauge('heddle_disk_size_bytes', 'Bytes of those disks.', ['folder']),

    watchPool: (part: string, pool: Pool) => void pools.push({ part, pool, max: pool.options.max }),
    watchEndpoints: (list: () => readonly EndpointState[]) => void endpointSources.push(list),

    /** Begins to measure the event loop, the garbage collector and the memory, once: no process that is not scraped pays for it. */
    startProcessMetrics() {
      if (hasProcessMetrics) return
      hasProcessMetrics = true
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
    },
  }
}
