// What of the migrations a database has, read without changing anything.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** The migrations of this release, a folder each. */
export const migrationsDir = join(import.meta.dirname, '../../../../prisma/migrations')

/** Names of migrations. */
export type MigrationState = {
  readonly pending: readonly string[]
  /** Begun and neither finished nor rolled back. */
  readonly failed: readonly string[]
  /** Applied, and not of this release. */
  readonly unknown: readonly string[]
}

/** Returns the state of the database of `client` against the migrations of this release; a database without tables has all of them pending. */
export async function readMigrationState(client: pg.ClientBase): Promise<MigrationState> {
  const entries = await readdir(migrationsDir, { withFileTypes: true })
  const released = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const { rows: tables } = await client.query<{ exists: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`)
  if (!tables[0]?.exists) return { pending: released.toSorted(), failed: [], unknown: [] }
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const finished = new Set(rows.filter(({ isFinished }) => isFinished).map(({ name }) => name))
  const failed = rows.map(({ name }) => name).filter((name) => !finished.has(name))
  return {
    pending: released.filter((name) => !finished.has(name) && !failed.includes(name)).toSorted(),
    failed,
    unknown: [...finished].filter((name) => !released.includes(name)),
  }
}
