// Embedded databases for commands that run without the product.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const databaseName = 'heddle'

/** Creates the application's database on an embedded server if it is missing; returns its connection string. */
export async function ensureDatabase(server: Pick<EmbeddedPostgres, 'url'>): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
  return server.url(databaseName)
}

/** Runs `use` on the embedded database of `dataDir`, and starts its server for the time if it is not running. */
export async function withEmbeddedDatabase<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const running = await findRunningPostgres(dataDir)
  if (running) return use(await ensureDatabase({ url: running }))
  const server = await startEmbeddedPostgres(dataDir)
  try {
    return await use(await ensureDatabase(server))
  } finally {
    await server.stop()
  }
}

/** Runs `use` on an empty server, which is removed afterwards. */
export async function withScratchServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-scratch-'))
  try {
    const server = await startEmbeddedPostgres(directory, { fsync: 'off' })
    try {
      return await use(server.url('postgres'))
    } finally {
      await server.stop()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
