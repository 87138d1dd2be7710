// The state of what the installation needs, as the overview and the debug views read it: each part has an end.
import type { ServerConfig } from '@heddle/config/config'
import type { Overview } from '@heddle/contracts/overview/overview'
import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { FileStore } from '../../platform/files/file-store.ts'
import { presentTime } from '../../platform/http/presenting.ts'
import { readWorkerSigns } from './overview.sql.ts'
import { createStorageCheck } from './storage-check.ts'

/** A worker does its rounds every 15 s, and the evaluation of the schedules every 30 s. */
const maxSilenceSeconds = 90

export type HealthService = ReturnType<typeof createHealthService>

type HealthDependencies = {
  readonly pool: Pool
  readonly files: FileStore
  readonly config: Pick<ServerConfig, 'files'>
  readonly log: FastifyBaseLogger
}

export function createHealthService({ pool, files, config, log }: HealthDependencies) {
  return {
    readStorage: createStorageCheck({ files, config, maxAgeMs: 60_000 }),

    /** The same as it is now. */
    checkStorage: createStorageCheck({ files, config, maxAgeMs: 0 }),

    async readWorker(): Promise<NonNullable<Overview['worker']>> {
      const { lastSeenAt, silentSeconds, delaySeconds } = await readWorkerSigns(pool)
      return {
        is_running: silentSeconds !== null && silentSeconds <= maxSilenceSeconds,
        last_seen_at: lastSeenAt && presentTime(lastSeenAt),
        delay_seconds: Math.round(delaySeconds),
      }
    },

    /** Returns what is read; null when that fails, or takes longer than `patienceMs`. */
    async readInTime<T>(part: string, patienceMs: number, read: Promise<T>): Promise<T | null> {
      const ended = new AbortController()
      const late = pause(patienceMs, undefined, { signal: ended.signal }).then(() => {
        throw new Error(`No result within ${patienceMs} ms`)
      })
      try {
        return await Promise.race([read, late])
      } catch (error) {
        log.warn({ part, err: error }, 'Part of the state could not be read')
        return null
      } finally {
        ended.abort()
        late.catch(() => {})
      }
    },
  }
}
