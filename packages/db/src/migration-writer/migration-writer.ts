// Writes migrations by Prisma's schema engine, for developers alone: an installation applies files.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiffTarget, MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { migrationsDir, readMigrations, undecidedHeader } from '../migrator/migrations.ts'
import { type SchemaFile, withSchemaEngine } from './schema-engine.ts'

const schemaDir = join(import.meta.dirname, '../../../../prisma/schema')
const noFilter = { externalTables: [], externalEnums: [] }
const emptyScript = '-- This is an empty migration.'

async function readSchema(): Promise<SchemaFile[]> {
  const paths = (await readdir(schemaDir)).filter((path) => path.endsWith('.prisma')).toSorted()
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(join(schemaDir, path), 'utf8') })))
}

async function readMigrationList(): Promise<MigrationList> {
  const migrations = await readMigrations()
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, script }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: script } },
    })),
  }
}

/**
 * Returns the SQL that leads from the migrations to the schema, or null when they agree. Uses the server at `url` for a
 * database of its own, which it drops.
 */
export async function diffFromMigrations(url: string): Promise<string | null> {
  const schema = await readSchema()
  const from: DiffTarget = { tag: 'migrations', ...(await readMigrationList()) }
  const to: DiffTarget = { tag: 'schemaDatamodel', files: schema }
  const script = await withSchemaEngine(url, schema, async (engine) => {
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters: noFilter })
    return stdout?.trim() ?? ''
  })
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
  await writeFile(file, `${undecidedHeader}\n${script}\n`)
  return file
}
