import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobQueues } from '../job-queues.ts'
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getRollbackPlans } from 'pg-boss'
import { migrationsDir } from './migrations.ts'
import { diffFromMigrations } from '../migration-writer/migration-writer.ts'
import { applyMigrations, resetDatabase } from './migrator.ts'

const ours = (await readdir(migrationsDir)).filter((name) => /^\d/.test(name)).toSorted()
/** Those of the folder of a test that is about no particular migration: a few say what all of them would. */
const few = ours.slice(0, 3)

let database: TestDatabase
let directory: string
beforeEach(async () => {
  database = await createEmptyDatabase()
  directory = await mkdtemp(join(tmpdir(), 'heddle-migrations-'))
  await copyMigrations(few)
})
afterEach(async () => {
  await database.close()
  await rm(directory, { recursive: true })
})

async function copyMigrations(names: readonly string[]) {
  for (const name of names) await cp(join(migrationsDir, name), join(directory, name), { recursive: true })
}

async function addMigration(name: string, sql: string, header = '-- Previous release: compatible') {
  await mkdir(join(directory, name), { recursive: true })
  await writeFile(join(directory, name, 'migration.sql'), `${header}\n${sql}`)
}

const tableExists = async (name: string) => {
  const rows = await database.db.$queryRaw<{ found: boolean }[]>`SELECT to_regclass(${name}) IS NOT NULL AS found`
  return rows[0]?.found
}

describe('migrating', () => {
  test('from nothing gives what the schema says', async () => {
    await expect(diffFromMigrations(database.url)).resolves.toBeNull()
  })

  test('applies what is pending, once', async () => {
    await expect(applyMigrations(database.url)).resolves.toEqual(ours)
    await expect(applyMigrations(database.url)).resolves.toEqual([])
    await expect(database.db.user.count()).resolves.toBe(0)
  })

  test('names the migration that failed and what the database said, and leaves nothing of it', async () => {
    await addMigration('20990101000000_dye', 'CREATE TABLE dye (id int); ALTER TABLE vat ADD COLUMN dye_id int;')
    await expect(applyMigrations(database.url, { directory })).rejects.toThrow(/20990101000000_dye[\s\S]*relation "vat" does not exist/)
    await expect(tableExists('user')).resolves.toBe(true)
    await expect(tableExists('dye')).resolves.toBe(false)
  })

  test('goes on after the file has been repaired', async () => {
    await addMigration('20990101000000_dye', 'CREATE TABLE dye (id int); SELECT 1 / 0;')
    await addMigration('20990102000000_vat', 'CREATE TABLE vat (id int);')
    await expect(applyMigrations(database.url, { directory })).rejects.toThrow('division by zero')
    await expect(applyMigrations(database.url, { directory })).rejects.toThrow('division by zero')
    await addMigration('20990101000000_dye', "CREATE TABLE dye (id int); INSERT INTO dye VALUES (1); COMMENT ON TABLE dye IS 'a;b';")
    await expect(applyMigrations(database.url, { directory })).resolves.toEqual(['20990101000000_dye', '20990102000000_vat'])
    await expect(applyMigrations(database.url, { directory })).resolves.toEqual([])
  })

  test('is done by one of two that start together', async () => {
    const results = await Promise.all([applyMigrations(database.url), applyMigrations(database.url)])
    expect(results.toSorted((a, b) => a.length - b.length)).toEqual([[], ours])
  })

  test('refuses a migration that was changed after it had been applied', async () => {
    await applyMigrations(database.url, { directory })
    await addMigration('20261121000000_init', 'SELECT 1;')
    await expect(applyMigrations(database.url, { directory })).rejects.toThrow('20261121000000_init')
  })

  test('refuses a database that is newer than this release', async () => {
    await addMigration('20990101000000_dye', 'CREATE TABLE dye (id int);')
    await applyMigrations(database.url, { directory })
    await expect(applyMigrations(database.url)).rejects.toThrow('20990101000000_dye')
  })
})

/** A dump of the accounts and chats of a database of before shares: those with these ids, and whether all of the tenant read them. */
const beforeShares = `
  INSERT INTO tenant (id, name, updated_at) VALUES ('01900000-0000-7000-8000-000000000001', '{"default": "Mill"}', '2026-11-01');
  INSERT INTO "user" (id, tenant_id, name, email, email_key, updated_at) VALUES
    ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000001', '{"default": "Yara"}', 'y@mill.test', 'y@mill.test', '2026-11-01');
  INSERT INTO chat (id, tenant_id, owner_id, conversation_id, title, explicitly_public, created_at, updated_at) VALUES
    ('01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002',
      '01900000-0000-7000-8000-00000000001a', 'For all', true, '2026-11-02Z', '2026-11-03Z'),
    ('01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002',
      '01900000-0000-7000-8000-00000000001b', 'Private', false, '2026-11-02Z', '2026-11-04Z');`

test('the shares of a database of before are those of the chats that all of the tenant read, without an end', async () => {
  const shares = '20261127215000_chat_shares'
  await copyMigrations(ours.filter((each) => each < shares))
  await applyMigrations(database.url, { directory })
  await database.asOwner(beforeShares)
  const dump = async () => {
    const { rows } = await database.pool.query<{ of: object }>(`
      SELECT to_jsonb(u) AS of FROM "user" u UNION ALL (SELECT to_jsonb(c) - 'explicitly_public' FROM chat c ORDER BY id)`)
    return rows
  }
  const before = await dump()
  await applyMigrations(database.url)
  // Later migrations may add columns.
  expect(await dump()).toMatchObject(before)
  expect(await database.db.chatShare.findMany({ include: { groups: true, people: true, readers: true } })).toEqual([
    {
      id: expect.any(String),
      chatId: '01900000-0000-7000-8000-00000000000a',
      audience: 'tenant',
      untilMessageId: null,
      expiresAt: null,
      revokedAt: null,
      createdAt: new Date('2026-11-03T00:00:00Z'),
      groups: [],
      people: [],
      readers: [],
    },
  ])
})

describe('what a migration says of the release before', () => {
  test.each(['', '-- Previous release: compatible or incompatible?', '-- Previous release: no'])(
    'has to be in its first line: %j is refused before anything is applied',
    async (header) => {
      await addMigration('20990101000000_dye', 'CREATE TABLE dye (id int);', header)
      await expect(applyMigrations(database.url, { directory })).rejects.toThrow(
        'The migration 20990101000000_dye does not say whether the release before runs on its schema',
      )
      await expect(tableExists('user')).resolves.toBe(false)
    },
  )

  test('is logged before it is applied, for each on whose schema that release does not run', async () => {
    const sentences: string[] = []
    const log = (sentence: string) => sentences.push(sentence)
    await applyMigrations(database.url, { directory, log })
    await addMigration('20990101000000_dye', 'CREATE TABLE dye (id int);')
    await applyMigrations(database.url, { directory, log })
    expect(sentences).toEqual([])
    await addMigration('20990102000000_vat', 'SELECT 1 / 0;', '-- Previous release: incompatible')
    await addMigration('20990103000000_loom', 'CREATE TABLE loom (id int);')
    await expect(applyMigrations(database.url, { directory, log })).rejects.toThrow('division by zero')
    expect(sentences).toEqual(['The release before does not run on the schema of 20990102000000_vat: its processes have to be stopped.'])
  })
})

describe('the schema of the jobs', () => {
  const version = async () => (await database.pool.query<{ version: number }>('SELECT version FROM pgboss.version')).rows[0]?.version
  const queues = async () =>
    (await database.pool.query<{ name: string; retries: number }>('SELECT name, retry_limit AS retries FROM pgboss.queue ORDER BY name'))
      .rows

  test('is installed with its queues, and is no property of the application', async () => {
    await applyMigrations(database.url, { directory })
    expect((await queues()).map(({ name }) => name)).toEqual(Object.keys(jobQueues).toSorted())
    await expect(database.pool.query('CREATE TABLE pgboss.own (id int)')).rejects.toThrow('permission denied for schema pgboss')
    await expect(database.pool.query('DROP TABLE pgboss.job')).rejects.toThrow('must be owner')
  })

  test('is upgraded, and its queues get the options of the list', async () => {
    await applyMigrations(database.url, { directory })
    const installed = (await version()) ?? 0
    for (let each = installed; each > installed - 6; each -= 1) await database.asOwner(getRollbackPlans('pgboss', each))
    await database.asOwner(`UPDATE pgboss.queue SET retry_limit = 0`)
    expect(await version()).toBe(installed - 6)
    await applyMigrations(database.url, { directory })
    expect(await version()).toBe(installed)
    expect(await queues()).toContainEqual({ name: 'remove-due-files', retries: jobQueues['remove-due-files'].retryLimit })
  })

  test('is refused when it is newer than this release', async () => {
    await applyMigrations(database.url, { directory })
    await database.asOwner('UPDATE pgboss.version SET version = 9999')
    await expect(applyMigrations(database.url, { directory })).rejects.toThrow('The schema pgboss has version 9999')
  })

  test('goes with a reset', async () => {
    await applyMigrations(database.url, { directory })
    await resetDatabase(database.url)
    await expect(tableExists('pgboss.job')).resolves.toBe(false)
    await expect(applyMigrations(database.url, { directory })).resolves.toEqual(few)
  })
})
