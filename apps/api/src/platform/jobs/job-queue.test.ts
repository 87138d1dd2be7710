import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { createLogger } from '../logging/log.ts'
import { codeCache } from '../../../../../scripts/processes/code-cache.ts'
import { hurried } from '../../../test/jobs/job-timing.ts'
import { until } from '../../../test/until.ts'
import { createJobSender, type Job, type JobQueue, type JobSender, openJobQueue, type RunningJob } from './job-queue.ts'
import { randomUUIDv7 } from 'node:crypto'

let database: TestDatabase
let lines: { level: number; msg: string; [field: string]: unknown }[]
let sender: JobSender
let workers: { queue: JobQueue; stopping: AbortController }[]
beforeEach(async () => {
  database = await createTestDatabase()
  lines = []
  workers = []
  sender = createJobSender({
    pool: database.pool,
    log: createLogger({ logLevel: 'info' }, { destination: { write: (line: string) => lines.push(JSON.parse(line)) } }),
  })
  await createQueue('weave', { policy: 'standard', heartbeatSeconds: 15 })
})
afterEach(async () => {
  for (const { queue, stopping } of workers) {
    stopping.abort()
    await queue.close()
  }
  await sender.close()
  await database.close()
})

const createQueue = (name: string, options: object) =>
  database.pool.query('SELECT pgboss.create_queue($1, $2)', [
    name,
    { retryLimit: 2, retryDelay: 1, retryBackoff: true, notify: true, deadLetter: 'failed-jobs', ...options },
  ])

const changeQueue = (change: string) => database.pool.query(`UPDATE pgboss.queue SET ${change} WHERE name = 'weave'`)

const openWorker = (...jobs: Job[]) => openTimedWorker(hurried, ...jobs)

async function openTimedWorker(timing: typeof hurried, ...jobs: Job[]) {
  const stopping = new AbortController()
  const log = createLogger({ logLevel: 'info' }, { destination: { write: (line: string) => lines.push(JSON.parse(line)) } })
  const dependencies = {
    config: { databaseUrl: database.url },
    pool: database.pool,
    log,
    metrics: createMetrics(),
    stopping: stopping.signal,
  }
  const worker = { queue: await openJobQueue(dependencies, jobs, timing), stopping }
  workers.push(worker)
  return worker
}

const weave = (run: Job['run']): Job => ({ queue: 'weave', run })

async function enqueue(data: object = {}, name = 'weave', options: { readonly group?: string } = {}) {
  const jobs = await sender.open()
  const id = randomUUIDv7()
  const isAdded = await database.db.$transaction((tx) => jobs.enqueue(tx, name, data, { id, ...options }))
  return isAdded ? id : 'none'
}

async function findState(id: string) {
  const { rows } = await database.pool.query<{ state: string }>('SELECT state::text FROM pgboss.job WHERE id = $1', [id])
  return rows[0]?.state
}

const untilState = (id: string, state: string) => until(`the job to be ${state}`, async () => (await findState(id)) === state)

/** Throws once the signal is aborted, which may be before a job that is already active begins. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
  signal.throwIfAborted()
}

describe('adding a job', () => {
  test('is part of the transaction: rolled back, there is none', async () => {
    const jobs = await sender.open()
    const failure = database.db.$transaction(async (tx) => {
      await jobs.enqueue(tx, 'weave', {})
      throw new Error('not after all')
    })
    await expect(failure).rejects.toThrow('not after all')
    const { rows } = await database.pool.query(`SELECT FROM pgboss.job WHERE name = 'weave'`)
    expect(rows).toHaveLength(0)
  })

  test('has it run once, with its data, by one of the workers, at once', async () => {
    const runs: unknown[] = []
    const run = async ({ data }: RunningJob) => void runs.push(data)
    await openWorker(weave(run))
    await openWorker(weave(run))
    const addedAt = performance.now()
    const ids = await Promise.all(Array.from({ length: 10 }, (_, thread) => enqueue({ thread })))
    for (const id of ids) await untilState(id, 'completed')
    expect(performance.now() - addedAt).toBeLessThan(10_000)
    expect(runs).toHaveLength(10)
    expect(runs).toEqual(expect.arrayContaining([{ thread: 0 }, { thread: 9 }]))
  })

  test('lets an exclusive queue have one that waits or runs', async () => {
    await createQueue('warp', { policy: 'exclusive' })
    const ids = [await enqueue({}, 'warp'), await enqueue({}, 'warp')]
    expect(ids).toEqual([expect.stringMatching(/-/), 'none'])
  })
})

describe('a job that fails', () => {
  test('is tried again with back-off, ends failed, is logged by queue, id and code, and the next one runs', async () => {
    const attempts: number[] = []
    await openWorker(
      weave(async ({ data }) => {
        if (!(data as { poisoned?: true }).poisoned) return
        attempts.push(performance.now())
        throw Object.assign(new Error('secret words'), { code: 'SPLIT_THREAD' })
      }),
    )
    const id = await enqueue({ poisoned: true })
    const next = await enqueue()
    await untilState(next, 'completed')
    await untilState(id, 'failed')
    const [first = 0, second = 0, third = 0] = attempts
    expect(attempts).toHaveLength(3)
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(1_900)
    const logged = await until('the failure in the log', () => lines.find(({ msg }) => msg === 'Job failed'))
    expect(logged).toMatchObject({ level: 50, queue: 'weave', jobId: id, code: 'SPLIT_THREAD' })
    const { rows } = await database.pool.query<{ output: object }>('SELECT output FROM pgboss.job WHERE id = $1', [id])
    expect(JSON.stringify(rows)).toContain('SPLIT_THREAD')
    expect(JSON.stringify(rows)).not.toContain('secret words')
  })
})

test('a job waits many times longer with each attempt, and at least as long as an attempt asks for', async () => {
  await changeQueue('retry_limit = 3, retry_delay = 10, retry_delay_max = 300')
  const asked = [0, 0, 3_600]
  let attempts = 0
  const run = async ({ delayRetry }: RunningJob) => {
    delayRetry(asked[attempts] ?? 0)
    attempts += 1
    throw new Error('not done')
  }
  await openWorker({ ...weave(run), backoffFactor: 6 })
  const id = await enqueue()
  const waits: unknown[] = []
  for (const attempt of [1, 2, 3]) {
    await until('the end of the attempt', async () => attempts === attempt && (await findState(id)) === 'retry')
    const { rows } = await database.pool.query<{ seconds: number }>(
      `UPDATE pgboss.job SET start_after = now() WHERE id = $1 RETURNING extract(epoch FROM OLD.start_after - now())::float AS seconds`,
      [id],
    )
    waits.push(rows[0]?.seconds)
  }
  expect(waits).toEqual([10, 60, 3_600].map((seconds) => expect.toSatisfy((wait: number) => wait > seconds - 5 && wait <= seconds)))
  await untilState(id, 'failed')
  expect(attempts).toBe(4)
})

test('jobs that wait follow one another, and not a poll each', async () => {
  const ids = [await enqueue(), await enqueue(), await enqueue()]
  const done: string[] = []
  const run = async ({ id }: RunningJob) => done.push(id)
  await openTimedWorker({ ...hurried, pollSeconds: 300 }, weave(run))
  for (const id of ids) await untilState(id, 'completed')
  expect(done).toEqual(ids)
})

test('jobs of one group leave a place to those of others', async () => {
  const running: unknown[] = []
  const ending = new AbortController()
  const run = async ({ data }: RunningJob) => {
    running.push(data)
    await untilAborted(ending.signal).catch(() => {})
  }
  await openWorker({ ...weave(run), concurrency: 2, groupConcurrency: 1 })
  const first = await enqueue({ thread: 1 }, 'weave', { group: 'warp' })
  await untilState(first, 'active')
  const waiting = await enqueue({ thread: 2 }, 'weave', { group: 'warp' })
  await untilState(await enqueue({ thread: 3 }, 'weave', { group: 'weft' }), 'active')
  expect([await findState(waiting), running]).toEqual(['created', [{ thread: 1 }, { thread: 3 }]])
  ending.abort()
  await untilState(waiting, 'completed')
})

test('a job that gets further has all its attempts again', async () => {
  await changeQueue('retry_limit = 1, retry_delay = 0, retry_backoff = false')
  const attempts: boolean[] = []
  await openWorker(
    weave(async (job) => {
      if (attempts.length < 3) await job.renewAttempts()
      attempts.push(job.isLastAttempt)
      throw new Error('not done')
    }),
  )
  await untilState(await enqueue(), 'failed')
  expect(attempts).toEqual([false, false, false, true])
})

describe('cancelling', () => {
  test('reaches the job that runs, and it is not run again', async () => {
    let reached: unknown
    await openWorker(
      weave(async ({ signal }) => {
        await untilAborted(signal).catch((error: unknown) => (reached = error))
        throw new Error('cancelled')
      }),
    )
    const id = await enqueue()
    await untilState(id, 'active')
    const jobs = await sender.open()
    await database.db.$transaction((tx) => jobs.cancel(tx, 'weave', [id]))
    await until('the signal', () => reached)
    await until('the end of the attempt', () => lines.find(({ msg }) => msg === 'Attempt of a job failed'))
    expect(await findState(id)).toBe('cancelled')
  })
})

describe('a schedule', () => {
  test('adds one job for a time, over all workers', async () => {
    let runs = 0
    const job: Job = { ...weave(async () => void (runs += 1)), schedule: { cron: '* * * * * *', timeZone: 'Asia/Taipei' } }
    await Promise.all([openWorker(job), openWorker(job)])
    await until('a run', () => runs > 0)
    // Both look at the schedules each second.
    const claims = async () => (await database.pool.query<{ at: Date }>('SELECT cron_on AS at FROM pgboss.version')).rows[0]?.at.getTime()
    const firstLook = (await claims()) ?? 0
    await until('three more looks', async () => ((await claims()) ?? 0) > firstLook + 3_000)
    const { rows } = await database.pool.query<{ minutes: number; jobs: number }>(
      `SELECT count(DISTINCT date_trunc('minute', created_on))::int AS minutes, count(*)::int AS jobs FROM pgboss.job WHERE name = 'weave'`,
    )
    expect(rows[0]?.jobs).toBe(rows[0]?.minutes)
    await until('all runs', () => runs === rows[0]?.jobs)
  })

  test('goes when its job is no longer there', async () => {
    const job: Job = { ...weave(async () => {}), schedule: { cron: '0 3 * * *', timeZone: 'Asia/Taipei' } }
    const schedules = async () => (await database.pool.query('SELECT cron, timezone FROM pgboss.schedule')).rows
    await openWorker(job)
    expect(await schedules()).toEqual([{ cron: '0 3 * * *', timezone: 'Asia/Taipei' }])
    await openWorker(weave(async () => {}))
    expect(await schedules()).toEqual([])
  })
})

describe('a worker', () => {
  test('that is killed in the middle of a job has it finished once by another', async () => {
    // Shorter than pg-boss takes from its callers: the test does not wait ten seconds for the death.
    await changeQueue('heartbeat_seconds = 2')
    const child = spawn(process.execPath, [new URL('../../../test/jobs/job-process.ts', import.meta.url).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...codeCache, DATABASE_URL: database.url },
    })
    const id = await enqueue()
    await once(child.stdout, 'data')
    expect(await findState(id)).toBe('active')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const killedAt = performance.now()

    const finish = async (job: RunningJob) => {
      await database.db.fileRemoval.upsert({
        where: { storageKey: `${job.id}/finished` },
        create: { storageKey: `${job.id}/finished`, dueAt: new Date() },
        update: {},
      })
    }
    let runs = 0
    const run = async (job: RunningJob) => {
      runs += 1
      await finish(job)
    }
    await openWorker(weave(run))
    await openWorker(weave(run))
    await untilState(id, 'completed')
    expect(performance.now() - killedAt).toBeLessThan(60_000)
    expect(runs).toBe(1)
    const marks = await database.db.fileRemoval.findMany({ orderBy: { storageKey: 'asc' }, select: { storageKey: true } })
    expect(marks).toEqual([{ storageKey: `${id}/begun` }, { storageKey: `${id}/finished` }])
  })

  test('that stops tells its jobs, waits for them, and leaves what is not done to another, with the attempts that it had', async () => {
    await changeQueue('retry_limit = 0')
    let isTold = false
    const { queue, stopping } = await openWorker(
      weave(async ({ signal }) => {
        await untilAborted(signal).catch(() => (isTold = true))
        throw new Error('stopped')
      }),
    )
    const id = await enqueue()
    await untilState(id, 'active')
    stopping.abort()
    await until('the signal', () => isTold)
    await queue.close()
    expect(await findState(id)).toBe('retry')
    await openWorker(weave(async () => {}))
    await untilState(id, 'completed')
  })

  test('that is not heard in time goes without its job: the job is given back with the attempts that it had', async () => {
    await changeQueue('retry_limit = 0')
    const { queue } = await openWorker(weave(() => new Promise(() => {})))
    const id = await enqueue()
    await untilState(id, 'active')
    await queue.close()
    expect(await findState(id)).toBe('retry')
  })
})
