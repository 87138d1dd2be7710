// Applies the migrations, which are SQL files, in the order of their names. What is applied is in `_prisma_migrations`, as `prisma migrate`
// keeps it.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { jobSchema } from '../job-queues.ts'
import { tableSchema } from '../table-schema.ts'
import { vectorSchema } from '../vector-schema.ts'
import { migrateJobSchema } from './job-schema.ts'
import { MigrationError } from './migration-error.ts'
import { type Migration, readMigrations } from './migrations.ts'
import { migrateTableSchema } from './table-schema.ts'
import { migrateVectorSchema } from './vector-schema.ts'

// Any number that nothing else in the database uses.
const migrationLock = 4_815_162_342n

const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`

/** Runs `action` while no other migrator works on the database: replicas that start together take turns. */
async function alone<T>(url: string, action: (owner: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    return await action(client)
  } finally {
    await client.end()
  }
}

/** Returns what is pending. Throws when the history has what this release does not know, or other than it knows it. */
async function findPending(owner: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await owner.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at`,
  )
  const released = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const unknown = rows.filter(({ name }) => !released.has(name))
  if (unknown.length > 0)
    throw new MigrationError(`The database has migrations that this release does not know: ${unknown.map(({ name }) => name).join(', ')}.`)
  const edited = rows.filter(({ name, checksum }) => released.get(name) !== checksum)
  if (edited.length > 0)
    throw new MigrationError(`These migrations were changed after they had been applied: ${edited.map(({ name }) => name).join(', ')}.`)
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

/** Applies a migration as one transaction: one that fails, or whose process is killed, leaves its line in the history and nothing else. */
async function applyMigration(owner: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  await owner.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [id, checksum, name])
  try {
    await owner.query('BEGIN')
    await owner.query(script)
    await owner.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id])
    await owner.query('COMMIT')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    await owner.query('ROLLBACK')
    const { message, detail, hint } = error
    const reason = [message, detail, hint].filter((part) => part !== undefined).join(' ')
    await owner.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, reason])
    throw new MigrationError(`The migration ${name} failed: ${reason}`, { cause: error })
  }
}

export type MigrateOptions = {
  /** The folder of the migrations; that of this repository unless given. */
  readonly directory?: string
  /** Receives a sentence for operators about what is pending, before the first of it is applied. */
  readonly log?: (sentence: string) => void
}

const warnOfIncompatible = (migrations: readonly Migration[]) =>
  `The release before does not run on the schema of ${migrations.map(({ name }) => name).join(', ')}: its processes have to be stopped.`

/**
 * Applies what is pending, the schemas of the jobs, of pgvector and of datasets included, and returns the names of the migrations. Throws a
 * `MigrationError` that names the migration and says what the database said; after the file has been repaired, calling it again goes on
 * from there.
 */
export async function applyMigrations(url: string, { directory, log }: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(directory)
  return alone(url, async (owner) => {
    await owner.query(historyTable)
    const pending = await findPending(owner, migrations)
    const incompatible = pending.filter(({ isCompatible }) => !isCompatible)
    // An empty database has had no release before.
    if (incompatible.length > 0 && pending.length < migrations.length) log?.(warnOfIncompatible(incompatible))
    // Begun, and not finished: there is nothing to undo.
    await owner.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL')
    for (const migration of pending) await applyMigration(owner, migration)
    await migrateJobSchema(owner)
    await migrateVectorSchema(owner)
    await migrateTableSchema(owner)
    return pending.map(({ name }) => name)
  })
}

/** Drops everything in the database at `url`. */
export async function resetDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`DROP SCHEMA IF EXISTS public, ${jobSchema}, ${vectorSchema}, ${tableSchema} CASCADE; CREATE SCHEMA public`)
  } finally {
    await client.end()
  }
}
