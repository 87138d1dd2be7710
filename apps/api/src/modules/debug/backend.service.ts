// What the process depends on, and how long each part takes now. One that fails or hangs takes no other with it.
import type { DebugBackend, QueueState } from '@heddle/contracts/debug/debug'
import type { Pool } from 'pg'
import type { Actor } from '../../platform/permissions/actor.ts'
import { countJobs } from '../../platform/telemetry/database-state.sql.ts'
import type { ModelEndpointService } from '../model/endpoint/model-endpoint.service.ts'
import type { HealthService } from '../overview/health.service.ts'
import { readDatabaseVersion } from './database-version.sql.ts'

const patienceMs = 3_000
/** An endpoint that does not list its models is given up after ten seconds. */
const modelPatienceMs = 12_000

type BackendDependencies = {
  readonly pool: Pool
  readonly health: HealthService
  readonly modelEndpoints: ModelEndpointService
}

/** Adds the milliseconds until `read` has ended. */
async function measure<T extends object>(read: Promise<T>): Promise<T & { latency_ms: number }> {
  const begin = performance.now()
  return { ...(await read), latency_ms: Math.round(performance.now() - begin) }
}

export type BackendService = ReturnType<typeof createBackendService>

export function createBackendService({ pool, health, modelEndpoints }: BackendDependencies) {
  async function readDatabase() {
    const version = await readDatabaseVersion(pool)
    return { version, connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount } }
  }

  async function readQueues() {
    const [worker, jobs] = await Promise.all([health.readWorker(), countJobs(pool)])
    const byQueue = Map.groupBy(jobs, ({ queue }) => queue)
    const queues = [...byQueue].map(([queue, states]): QueueState => {
      const count = (wanted: readonly string[]) => states.reduce((sum, { state, count: n }) => sum + (wanted.includes(state) ? n : 0), 0)
      return {
        queue,
        waiting: count(['created', 'retry']),
        active: count(['active']),
        failed: count(['failed']),
        delay_seconds: Math.max(0, ...states.map(({ waitingSeconds }) => Math.round(waitingSeconds ?? 0))),
      }
    })
    return { worker, queues: queues.toSorted((a, b) => a.queue.localeCompare(b.queue)) }
  }

  return {
    async getDebugBackend(actor: Actor): Promise<DebugBackend> {
      const [models, database, queue, storage] = await Promise.all([
        health.readInTime('models', modelPatienceMs, modelEndpoints.measureEndpoints(actor)),
        health.readInTime('database', patienceMs, measure(readDatabase())),
        health.readInTime('queue', patienceMs, measure(readQueues())),
        health.readInTime('storage', patienceMs, measure(health.checkStorage())),
      ])
      const memoryMb = Math.round(process.memoryUsage.rss() / 1024 / 1024)
      return { process: { memory_mb: memoryMb }, models, database, queue, storage }
    },
  }
}
