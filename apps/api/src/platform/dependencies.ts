// What the parts of a process share, created once by the programs (programs/create-dependencies.ts): what has a connection, a clock or a secret.
import type { PrismaClient } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { ServerConfig } from '@heddle/config/config'
import type { Keys } from '@heddle/security/keys'
import type { ErrorReports } from './error-reporting/error-reports.ts'
import type { FileStore } from './files/file-store.ts'
import type { JobSender } from './jobs/job-queue.ts'
import type { RecentErrors } from './logging/recent-errors.ts'
import type { Metrics } from './telemetry/metrics.ts'

export type Dependencies = {
  readonly config: ServerConfig
  /** Derived from the secret of the configuration. */
  readonly keys: Keys
  readonly db: PrismaClient
  /** The pool of `db`, for the statements that are not Prisma's (docs/architecture.md). */
  readonly pool: Pool
  /** Adds jobs for the worker. */
  readonly jobs: JobSender
  readonly files: FileStore
  readonly metrics: Metrics
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Where what is logged as an error is reported; undefined without a service. */
  readonly errorReports: ErrorReports | undefined
  /** The last of what is logged as an error. */
  readonly recentErrors: RecentErrors
  /** Aborted when the process begins to stop: running work then saves its result and ends, replies after `drainMs`. */
  readonly stopping: AbortSignal
  /** How long replies may continue when the process stops. */
  readonly drainMs: number
}
