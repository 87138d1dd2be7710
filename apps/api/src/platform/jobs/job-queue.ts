// The job queue in PostgreSQL (pg-boss): a job is enqueued in the transaction that makes it necessary, and any worker runs it, or
// runs it again when its worker dies. A job may run more than once and has to be idempotent.
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '@heddle/db/client'
import { failedJobs, jobSchema } from '@heddle/db/job-queues'
import { createListener } from '@heddle/db/listener'
import { SpanKind } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { ServerConfig } from '@heddle/config/config'
import { listDatabaseCodes } from '../database/database-codes.ts'
import { isDatabaseOutage } from '../database/database-outage.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { inSpan, startSpan } from '../telemetry/spans.ts'
import { type Attempt, delayJob, giveBackJob, renewAttempts, wakeWorkers } from './job-attempts.sql.ts'

export type RunningJob = {
  readonly id: string
  readonly data: unknown
  /** Whether no other attempt follows when this one fails. */
  readonly isLastAttempt: boolean
  /** Has the next attempt wait for at least so many seconds when this one fails, of a job with a `backoffFactor`. */
  readonly delayRetry: (seconds: number) => void
  /** Gives the job all its attempts again: for one that has got further, and goes on there when it is interrupted. */
  readonly renewAttempts: () => Promise<void>
  /** Aborted when the job is cancelled, times out or is taken over by another worker, and when this process stops. */
  readonly signal: AbortSignal
}

export type Job = {
  /** One of `@heddle/db/job-queues`. */
  readonly queue: string
  readonly run: (job: RunningJob) => Promise<unknown>
  /** Jobs that one worker runs at once; 1 unless given. */
  readonly concurrency?: number
  /** So many of these may be of one group. */
  readonly groupConcurrency?: number
  /** How many times as long each further retry waits, up to the maximum of the queue; pg-boss' own back-off unless given. */
  readonly backoffFactor?: number
  /** Enqueues a job at these times, once for all workers; times missed while no worker ran are made up for once. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string }
}

export type JobQueueTiming = {
  /** Seconds between two polls; new jobs are notified, so polling is for retries. */
  readonly pollSeconds: number
  /** Seconds between two searches for jobs of dead workers, and between two deletions of old jobs. */
  readonly monitorSeconds: number
  /** Seconds between two heartbeats; the next one tells a job of its cancellation. */
  readonly heartbeatSeconds: number
  /** Seconds between two evaluations of the schedules. */
  readonly scheduleSeconds: number
  /** Milliseconds that running jobs have to end when the process stops, before they go back to the queue. */
  readonly maxStopMs: number
}

/** Few statements while idle; a job of a dead worker runs again within a minute. */
const productionTiming: JobQueueTiming = {
  pollSeconds: 10,
  monitorSeconds: 15,
  heartbeatSeconds: 5,
  scheduleSeconds: 30,
  maxStopMs: 15_000,
}

const reconnectMs = 2_000
/** What pg-boss waits beyond that, before it fails what still runs. */
const giveBackMs = 2_000
const day = 24 * 60 * 60

type SenderDependencies = { readonly pool: Pool; readonly log: FastifyBaseLogger }

type QueueDependencies = SenderDependencies & {
  readonly metrics: Pick<Metrics, 'jobSeconds'>
  readonly stopping: AbortSignal
  readonly config: Pick<ServerConfig, 'databaseUrl'>
}

/** What the queue stores of a failure: a code, without the job's content. */
class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly code: string

  constructor(error: unknown) {
    const code = listDatabaseCodes(error)[0] ?? (error instanceof Error ? error.name : typeof error)
    super(code)
    this.code = code
    delete this.stack
  }
}

/** The code of a failed job, or the message of pg-boss for a time-out or a dead worker. */
const FailureOutput = z
  .union([z.object({ code: z.string() }), z.object({ value: z.object({ message: z.string() }) })])
  .transform((output) => ('code' in output ? output.code : output.value.message))
  .catch('UNKNOWN')

export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

/** Runs `jobs`. Waits while the database is unreachable. */
export async function openJobQueue(dependencies: QueueDependencies, jobs: readonly Job[], timing = productionTiming) {
  const { log, metrics, pool, stopping } = dependencies
  const boss = await start(dependencies, timing)
  const pollingIntervalSeconds = timing.pollSeconds
  const polling = { pollingIntervalSeconds, notifyPollingIntervalSeconds: pollingIntervalSeconds }

  const running = new Set<Attempt>()

  async function runJob({ queue, run, backoffFactor }: Job, { id, data, retryCount, retryLimit, signal }: JobWithMetadata) {
    const startedAt = performance.now()
    const attempt = { queue, id, retryCount }
    let maxRetries = retryLimit
    let minDelaySeconds = 0
    let outcome = 'completed'
    running.add(attempt)
    try {
      const span = startSpan(`process ${queue}`, {
        kind: SpanKind.CONSUMER,
        attributes: { 'messaging.destination.name': queue, 'heddle.job.id': id },
      })
      const runningJob = {
        id,
        data,
        get isLastAttempt() {
          return retryCount >= maxRetries
        },
        signal: AbortSignal.any([signal, stopping]),
        delayRetry(seconds: number) {
          minDelaySeconds = seconds
        },
        async renewAttempts() {
          maxRetries = (await renewAttempts(pool, attempt)) ?? maxRetries
        },
      }
      const result = await inSpan(span, () => run(runningJob))
      log.debug({ queue, jobId: id, result, elapsedMs: Math.round(performance.now() - startedAt) }, 'Job was done')
    } catch (error) {
      if (stopping.aborted && !signal.aborted) {
        outcome = 'given_back'
        await giveBackJob(pool, attempt)
        log.info({ queue, jobId: id }, 'Job was given back, as the process stops')
      } else {
        outcome = 'failed'
        log.warn({ queue, jobId: id, attempt: retryCount + 1, err: error }, 'Attempt of a job failed')
        if (retryCount < maxRetries && !signal.aborted && backoffFactor !== undefined)
          await delayJob(pool, attempt, { backoffFactor, minSeconds: minDelaySeconds })
      }
      throw new JobFailure(error)
    } finally {
      running.delete(attempt)
      metrics.jobSeconds.observe({ queue, outcome }, (performance.now() - startedAt) / 1_000)
    }
  }

  for (const job of jobs) {
    const options = {
      ...polling,
      includeMetadata: true,
      heartbeatRefreshSeconds: timing.heartbeatSeconds,
      localConcurrency: job.concurrency ?? 1,
      ...(job.groupConcurrency !== undefined && { localGroupConcurrency: job.groupConcurrency }),
    } as const
    await boss.work(job.queue, options, async (fetched: JobWithMetadata[]) => {
      try {
        for (const one of fetched) await runJob(job, one)
      } finally {
        // After a job, pg-boss waits for its next poll even when others wait. The poll finds them where this fails.
        await wakeWorkers(pool, job.queue).catch(() => undefined)
      }
    })
  }
  await syncSchedules(boss, jobs)
  await boss.work(failedJobs, { ...polling, includeMetadata: true }, async (fetched: JobWithMetadata[]) => {
    for (const { sourceName, sourceId, sourceOutput } of fetched)
      log.error({ queue: sourceName, jobId: sourceId, code: FailureOutput.parse(sourceOutput) }, 'Job failed')
  })

  return {
    /** Stops fetching jobs and waits for running ones; those that do not end in time go back to the queue. */
    async close() {
      const ended = new AbortController()
      const givingBack = pause(timing.maxStopMs, undefined, { signal: ended.signal }).then(
        () => Promise.all([...running].map((attempt) => giveBackJob(pool, attempt))),
        () => [],
      )
      await boss.stop({ close: false, timeout: timing.maxStopMs + giveBackMs })
      ended.abort()
      await givingBack
    },
  }
}

/** The migrator installs and upgrades the schema, which the role of the processes does not own. */
const ownSchema = { schema: jobSchema, migrate: false, createSchema: false, reindex: false } as const

async function start({ config, pool, log, stopping }: QueueDependencies, timing: JobQueueTiming): Promise<PgBoss> {
  const boss = new PgBoss({
    ...ownSchema,
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onNotification, onListening) {
        const listener = createListener({
          url: config.databaseUrl,
          applicationName: 'heddle jobs',
          channels: [channel],
          onNotification: (_channel, payload) => onNotification(payload),
          onListening,
          onError: (error) => log.warn({ err: error }, 'Connection for notifications of jobs broke or could not be made'),
        })
        await listener.start()
        return listener
      },
    },
    useListenNotify: true,
    superviseIntervalSeconds: timing.monitorSeconds,
    monitorIntervalSeconds: timing.monitorSeconds,
    cronMonitorIntervalSeconds: timing.scheduleSeconds,
    cronWorkerIntervalSeconds: Math.ceil(timing.scheduleSeconds / 2),
    // No job depends on another.
    flowIntervalSeconds: day,
  })
  boss.on('error', (error) => log.error({ err: toError(error) }, 'Queue of jobs failed'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'Queue of jobs needs attention'))
  for (;;) {
    try {
      return await boss.start()
    } catch (error) {
      await boss.stop({ graceful: false, close: false })
      if (!isDatabaseOutage(error) || stopping.aborted) throw error
      log.warn({ err: error }, 'Queue of jobs waits for the database')
      await pause(reconnectMs, undefined, { signal: stopping })
    }
  }
}

export type JobSender = ReturnType<typeof createJobSender>

/** What adds and cancels jobs in a transaction. */
export type OpenJobSender = {
  /** Adds a job in the transaction `tx`; false when the queue is exclusive and has a job already. */
  readonly enqueue: (tx: Queryable, queue: string, data: object, options?: EnqueueOptions) => Promise<boolean>
  /** Adds any number of jobs under ids that the caller chose, of a queue that is not exclusive. */
  readonly enqueueAll: (tx: Queryable, queue: string, jobs: readonly ManyJob[]) => Promise<void>
  /** Cancels jobs in the transaction `tx`; those that run are told by their signals. */
  readonly cancel: (tx: Queryable, queue: string, ids: string[]) => Promise<void>
}

type EnqueueOptions = {
  /** A UUID that the caller chose. */
  readonly id?: string
  /** A job with a higher number comes first; 0 unless given. */
  readonly priority?: number
  /** Whose job it is, for queues that limit how many of one group run at once. */
  readonly group?: string
}

type ManyJob = { readonly id: string; readonly data: object; readonly priority: number; readonly group: string }

/** Adds jobs from any process, also from one that runs none. */
export function createJobSender({ pool, log }: SenderDependencies) {
  let started: Promise<PgBoss> | undefined

  async function startSender() {
    const boss = new PgBoss({
      ...ownSchema,
      db: { executeSql: (text, values) => pool.query(text, values) },
      supervise: false,
      schedule: false,
      useListenNotify: false,
    })
    boss.on('error', (error) => log.error({ err: toError(error) }, 'Sender of jobs failed'))
    return boss.start()
  }

  return {
    /** Returns the sender. Call it before a transaction: the first call takes a connection of its own. */
    async open(): Promise<OpenJobSender> {
      started ??= startSender().catch((error: unknown) => {
        started = undefined
        throw error
      })
      const boss = await started
      return {
        async enqueue(tx, queue, data, { group, ...options } = {}) {
          const job = { ...options, ...(group !== undefined && { group: { id: group } }) }
          return (await boss.send(queue, data, { ...job, db: fromPrisma(tx) })) !== null
        },
        async enqueueAll(tx, queue, jobs) {
          await boss.insert(
            queue,
            jobs.map(({ group, ...job }) => ({ ...job, group: { id: group } })),
            { db: fromPrisma(tx) },
          )
        },
        cancel: async (tx, queue, ids) => {
          await boss.cancel(queue, ids, { db: fromPrisma(tx) })
        },
      }
    },

    async close() {
      await (await started?.catch(() => undefined))?.stop({ graceful: false, close: false })
    },
  }
}

/** For a failed fetch, pg-boss emits the fields of the error instead of the error. */
const toError = (error: { message: string; code?: unknown }): Error =>
  error instanceof Error ? error : Object.assign(new Error(error.message), { code: error.code })

/** Writes the schedules of these jobs and removes those of earlier releases. */
async function syncSchedules(boss: PgBoss, jobs: readonly Job[]) {
  const scheduled = new Set<string>()
  for (const { queue, schedule } of jobs) {
    if (!schedule) continue
    scheduled.add(queue)
    await boss.schedule(queue, schedule.cron, null, { tz: schedule.timeZone, missed: 'once' })
  }
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}
