import { createDatabase } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { createTestDatabase } from '@heddle/db/testing/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { listDatabaseCodes } from './database-codes.ts'
import { isDatabaseOutage } from './database-outage.ts'

/** Nothing listens on port 1. */
const nowhere = 'postgresql://unknown@127.0.0.1:1/nothing'

test('a server that is not there is an outage, to our own SQL and to Prisma', async () => {
  const pool = new pg.Pool({ connectionString: nowhere })
  const db = createDatabase({ url: nowhere })
  const failures = await Promise.all(
    [pool.query('SELECT 1'), db.user.count()].map((query) => query.then(String, (error: unknown) => error)),
  )
  expect(failures.map(isDatabaseOutage)).toEqual([true, true])
  await Promise.all([pool.end(), db.$disconnect()])
})

test('a transaction for which there is no connection in time is one too', async () => {
  const database = await createTestDatabase()
  const db = createDatabase({ url: database.url, poolSize: 1 })
  const failure = await db.$transaction(() => db.$transaction(async () => {}, { maxWait: 100 }).catch((error: unknown) => error))
  expect(isDatabaseOutage(failure)).toBe(true)
  await db.$disconnect()
  await database.close()
})

test('a statement of a transaction that has ended is one too', async () => {
  const database = await createTestDatabase()
  const failure = await database.db
    .$transaction(async (tx) => {
      await tx.$executeRaw`ROLLBACK`
      await tx.tenant.count()
    })
    .catch((error: unknown) => error)
  expect(isDatabaseOutage(failure)).toBe(true)
  await database.close()
})

test('a server that shuts down under a query, or takes too long for it, is one, to our own SQL and to Prisma', async () => {
  const database = await createTestDatabase()
  const timeouts = { connectMs: 5_000, responseMs: 2_000 }
  const [pool, db] = [createPool(database.url, 2, timeouts), createDatabase({ url: database.url, timeouts })]
  pool.on('error', () => {})
  // Of the owner: the role of the product does not see what others do.
  const owner = new pg.Pool({ connectionString: database.url })
  owner.on('error', () => {})
  const holder = await owner.connect()
  await holder.query('BEGIN; LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE')
  const collectFailures = () =>
    Promise.all(
      [
        pool.query('SELECT FROM tenant'),
        db.tenant.count(),
        db.$queryRaw`SELECT FROM tenant`,
        db.$transaction((tx) => tx.tenant.count()),
      ].map((query: Promise<unknown>) => query.then(String, (error: unknown) => error)),
    )
  const waiters = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const ended = collectFailures()
  await until('four that wait', async () => (await owner.query(waiters)).rowCount === 4)
  await owner.query(`SELECT pg_terminate_backend(pid) FROM (${waiters}) AS waiting`)
  expect((await ended).map((failure) => [isDatabaseOutage(failure), listDatabaseCodes(failure)])).toEqual(
    Array.from({ length: 4 }, () => [true, expect.arrayContaining(['57P01'])]),
  )
  expect((await collectFailures()).map((failure) => [isDatabaseOutage(failure), listDatabaseCodes(failure)])).toEqual(
    Array.from({ length: 4 }, () => [true, expect.arrayContaining(['57014'])]),
  )
  holder.release(true)
  await Promise.all([owner.end(), pool.end(), db.$disconnect()])
  await database.close()
})

test.each(['08006', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH'])('%s is one, also as a cause', (code) => {
  const failure = Object.assign(new Error('x'), { code })
  expect(isDatabaseOutage(failure)).toBe(true)
  expect(isDatabaseOutage(new Error('y', { cause: failure }))).toBe(true)
})

test('a statement that the server refuses is none', () => {
  expect(isDatabaseOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
  expect(isDatabaseOutage(new TypeError('x is not a function'))).toBe(false)
})
