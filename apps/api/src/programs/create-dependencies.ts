// The composition root: creates everything with a connection, a clock or a secret once.
import { createClient } from '@heddle/db/client'
import { createPool, type DatabaseTimeouts } from '@heddle/db/connection'
import type { ServerConfig } from '@heddle/config/config'
import { deriveKeys } from '@heddle/security/keys'
import type { Dependencies } from '../platform/dependencies.ts'
import { createErrorReports } from '../platform/error-reporting/error-reports.ts'
import { createFileStore } from '../platform/files/configured-store.ts'
import { createJobSender } from '../platform/jobs/job-queue.ts'
import { createLogger } from '../platform/logging/log.ts'
import { createRecentErrors } from '../platform/logging/recent-errors.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'

/** What all parts of a process share. */
export type SharedDependencies = Omit<Dependencies, 'db' | 'pool' | 'jobs'> & {
  /** Aborts `stopping`. */
  readonly beginStopping: () => void
}

type DatabaseDependencies = Pick<Dependencies, 'db' | 'pool' | 'jobs'> & { readonly close: () => Promise<void> }

/**
 * Database connections of one part of a process. A reply takes a connection only for each statement, and one statement saves all replies of the
 * process, so hundreds of replies run in parallel. The limit counts concurrent statements, of which PostgreSQL executes as many as it
 * has cores. Its default of 100 connections is enough for four processes.
 */
const maxConnections = 20

export function createSharedDependencies(config: ServerConfig): SharedDependencies {
  const stopping = new AbortController()
  const { errorReporting: settings, publicOrigin } = config
  const errorReports = settings && createErrorReports({ settings, publicOrigin })
  const now = () => new Date()
  const recentErrors = createRecentErrors({ now })
  const log = createLogger(config, {
    onFailure: (failure) => {
      recentErrors.add(failure)
      errorReports?.report(failure)
    },
  })
  return {
    config,
    keys: deriveKeys(config.secretKey),
    files: createFileStore(config),
    metrics: createMetrics(),
    now,
    log,
    errorReports,
    recentErrors,
    stopping: stopping.signal,
    drainMs: 10_000,
    beginStopping: () => stopping.abort(new Error('The process is stopping')),
  }
}

/** Opens the database for the part of the process that `part` names. */
export function openDatabase({ config, metrics, log }: SharedDependencies, part: string, timeouts: DatabaseTimeouts): DatabaseDependencies {
  const pool = createPool(config.databaseUrl, maxConnections, timeouts)
  // A restart of PostgreSQL ends idle connections; without a listener it would end the process too.
  pool.on('error', (error) => log.warn({ err: error }, 'Idle database connection was lost'))
  metrics.watchPool(part, pool)
  const db = createClient(pool)
  const jobs = createJobSender({ pool, log })
  return {
    db,
    pool,
    jobs,
    close: async () => {
      await jobs.close()
      await db.$disconnect()
      await pool.end()
    },
  }
}
