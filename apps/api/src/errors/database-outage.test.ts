import { createDatabase } from '@heddle/db/client'
import { createTestDatabase } from '@heddle/db/testing/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseOutage } from './database-outage.ts'

/** Nothing listens on port 1. */
const nowhere = 'postgresql://nobody@127.0.0.1:1/nothing'

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

test('a statement that the server refuses is none', () => {
  expect(isDatabaseOutage(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false)
  expect(isDatabaseOutage(new TypeError('x is not a function'))).toBe(false)
})
