// Applying and writing migrations, as `prisma migrate` does, on the same `_prisma_migrations` table.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jobSchema } from '../job-queues.ts'
import { vectorSchema } from '../vector-schema.ts'
import type { DiffTarget, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { migrateJobSchema } from './job-schema.ts'
import { MigrationError } from './migration-error.ts'
import { migrationsDir } from './migration-state.ts'
import { type SchemaEngine, type SchemaFile, withSchemaEngine } from './schema-engine.ts'
import { migrateVectorSchema } from './vector-schema.ts'

const schemaDir = join(import.meta.dirname, '../../../../prisma/schema')

// Any number that nothing else in the database uses.
const migrationLock = 4_815_162_342n
const noFilter = { externalTables: [], externalEnums: [] }

async function readSchema(): Promise<SchemaFile[]> {
  const paths = (await readdir(schemaDir)).filter((path) => path.endsWith('.prisma')).toSorted()
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(schemaDir, path), 'utf8') })))
}

async function readMigrations(directory: string): Promise<MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return {
    baseDir: directory,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.toSorted().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok', value: await readFile(join(directory, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  }
}

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

function asMigrationError(error: unknown) {
  const text = error instanceof Error ? error.message : String(error)
  // The engine reports as Rust does: the reason, then a trace that names the migration.
  const migration = /migration_name="([^"]+)"/.exec(text.replaceAll('\\"', '"'))?.[1]
  const reason = text
    .split(/\n\s+0: /)[0]
    ?.replace(/^external connector error\s*/i, '')
    .trim()
  return new MigrationError(migration ? `The migration ${migration} failed: ${reason}` : (reason ?? text), { cause: error })
}

async function resume(engine: SchemaEngine, migrations: MigrationList) {
  const { failedMigrationNames, editedMigrationNames, history } = await engine.diagnoseMigrationHistory({
    migrationsList: migrations,
    optInToShadowDatabase: false,
    filters: noFilter,
  })
  const edited = editedMigrationNames.filter((name) => !failedMigrationNames.includes(name))
  if (edited.length > 0) throw new MigrationError(`These migrations were changed after they had been applied: ${edited.join(', ')}.`)
  if (history && history.diagnostic !== 'databaseIsBehind') {
    throw new MigrationError(
      `The database has migrations that this release does not know: ${history.unpersistedMigrationNames.join(', ')}.`,
    )
  }
  // A migration is one transaction: one that failed, or whose process was killed, has left nothing to undo.
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
}

export type MigrateOptions = {
  /** The folder of the migrations; that of this repository unless given. */
  readonly directory?: string
}

/**
 * Applies what is pending, the schemas of the jobs and of pgvector included, and returns the names of the migrations. Throws a `MigrationError` that names the migration and says what the
 * database said; after the file has been repaired, calling it again goes on from there.
 */
export async function applyMigrations(url: string, { directory = migrationsDir }: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(directory)
  return alone(url, async (owner) => {
    const applied = await withSchemaEngine(url, await readSchema(), async (engine) => {
      try {
        await resume(engine, migrations)
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrations, filters: noFilter })
        return appliedMigrationNames
      } catch (error) {
        throw error instanceof MigrationError ? error : asMigrationError(error)
      }
    })
    await migrateJobSchema(owner)
    await migrateVectorSchema(owner)
    return applied
  })
}

const diff = (url: string, schema: SchemaFile[], from: DiffTarget, to: DiffTarget) =>
  withSchemaEngine(url, schema, async (engine) => {
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters: noFilter })
    return stdout?.trim() ?? ''
  })

const emptyScript = '-- This is an empty migration.'

/**
 * Returns the SQL that leads from the migrations to the schema, or null when they agree. Uses the server at `url` for a
 * database of its own, which it drops.
 */
export async function diffFromMigrations(url: string): Promise<string | null> {
  const schema = await readSchema()
  const migrations = await readMigrations(migrationsDir)
  const from: DiffTarget = migrations.migrationDirectories.length === 0 ? { tag: 'empty' } : { tag: 'migrations', ...migrations }
  const script = await diff(url, schema, from, { tag: 'schemaDatamodel', files: schema })
  return script === '' || script === emptyScript ? null : script
}

/** Writes a migration with what the schema has and the migrations have not; returns its path, or null when they agree. */
export async function writeMigration(url: string, name: string, now = new Date()): Promise<string | null> {
  const script = await diffFromMigrations(url)
  if (script === null) return null
  const timestamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const directory = join(migrationsDir, `${timestamp}_${name}`)
  await mkdir(directory)
  const file = join(directory, 'migration.sql')
  await writeFile(file, `${script}\n`)
  return file
}

/** Drops everything in the database at `url`. */
export async function resetDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`DROP SCHEMA IF EXISTS public, ${jobSchema}, ${vectorSchema} CASCADE; CREATE SCHEMA public`)
  } finally {
    await client.end()
  }
}
