// What of the migrations a database has, read without changing anything.
import type pg from 'pg'
import { readMigrations } from './migrations.ts'

/** Names of migrations. */
export type MigrationState = {
  readonly pending: readonly string[]
  /** Pending, and the release before does not run on its schema. */
  readonly incompatible: readonly string[]
  /** Begun and neither finished nor rolled back. */
  readonly failed: readonly string[]
  /** Applied, and not of this release. */
  readonly unknown: readonly string[]
}

/** Returns the state of the database of `client` against the migrations of this release; a database without tables has all of them pending. */
export async function readMigrationState(client: pg.ClientBase): Promise<MigrationState> {
  const migrations = await readMigrations()
  const released = migrations.map(({ name }) => name)
  const { rows: tables } = await client.query<{ exists: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`)
  if (!tables[0]?.exists) return { pending: released, incompatible: [], failed: [], unknown: [] }
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  )
  const finished = new Set(rows.filter(({ isFinished }) => isFinished).map(({ name }) => name))
  const failed = rows.map(({ name }) => name).filter((name) => !finished.has(name))
  const pending = migrations.filter(({ name }) => !finished.has(name) && !failed.includes(name))
  return {
    pending: pending.map(({ name }) => name),
    incompatible: pending.filter(({ isCompatible }) => !isCompatible).map(({ name }) => name),
    failed,
    unknown: [...finished].filter((name) => !released.includes(name)),
  }
}
