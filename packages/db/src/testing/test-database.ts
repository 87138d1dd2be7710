// A database for each test file: a copy of the migrated template of the run.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createClient, type PrismaClient } from '../client.ts'
import { createPool } from '../connection.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the server of the run. */
    testServerUrl: string
    /** Name of the migrated template database. */
    testTemplate: string
  }
}

export type TestDatabase = {
  readonly url: string
  readonly db: PrismaClient
  /** The pool of `db`. */
  readonly pool: pg.Pool
  /** Runs SQL as the owner of the tables, which the product itself is not. */
  readonly asOwner: (sql: string) => Promise<void>
  /** Closes the client and drops the database, even with open connections. */
  readonly close: () => Promise<void>
}

async function execute(statement: string, url = inject('testServerUrl')) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function create(statement: (name: string) => string, poolSize: number): Promise<TestDatabase> {
  const name = `heddle_test_${randomUUID().replaceAll('-', '')}`
  await execute(statement(name))
  const url = new URL(inject('testServerUrl'))
  url.pathname = `/${name}`
  const pool = createPool(url.href, poolSize)
  // Dropping the database ends connections that are still closing, which is no failure of the test.
  pool.on('error', () => {})
  const db = createClient(pool)
  return {
    url: url.href,
    db,
    pool,
    asOwner: (sql) => execute(sql, url.href),
    close: async () => {
      await db.$disconnect()
      await pool.end()
      await execute(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    },
  }
}

/** Returns a new migrated database without rows. Its files are copied: through the write-ahead log takes twice the processor time. */
export const createTestDatabase = ({ poolSize = 10 } = {}) =>
  create((name) => `CREATE DATABASE "${name}" TEMPLATE "${inject('testTemplate')}" STRATEGY FILE_COPY`, poolSize)

/** Returns a new database without tables, for tests of the migrations. */
export const createEmptyDatabase = () => create((name) => `CREATE DATABASE "${name}"`, 2)
