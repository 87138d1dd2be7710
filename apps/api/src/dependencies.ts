// The composition root: everything with a connection, a clock or a secret is made here once and handed down.
import type { PrismaClient } from '@heddle/db/client'
import type { ModelPort } from '@heddle/workflow/ports'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { ServerConfig } from './config.ts'

export type Dependencies = {
  readonly config: ServerConfig
  readonly db: PrismaClient
  /** For the SQL that Prisma cannot say, and for LISTEN. */
  readonly pool: Pool
  readonly models: ModelPort
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Aborted when the process begins to stop: what runs then ends itself and saves what it has. */
  readonly stopping: AbortSignal
}
