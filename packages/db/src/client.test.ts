import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type PrismaClient } from './client.ts'
import { createPool } from './connection.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let pool: pg.Pool
let db: PrismaClient
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
  pool.on('error', () => {})
  db = createClient(pool)
})
afterAll(async () => {
  await db.$disconnect()
  await pool.end()
  await database.close()
})

/** Long enough for a busy machine. */
const patient = { maxWait: 20_000, timeout: 20_000 }

describe('a client on a shared pool', () => {
  test('keeps half of the connections out of its transactions, however long they last', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const transactions = Array.from({ length: 6 }, () =>
      db.$transaction(async (tx) => {
        await tx.tenant.count()
        begun += 1
        await gate.promise
      }, patient),
    )
    await expect.poll(() => begun).toBe(2)
    await expect(Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1'), db.tenant.count()])).resolves.toHaveLength(3)
    expect(begun).toBe(2)
    gate.resolve()
    await Promise.all(transactions)
    expect(begun).toBe(6)
  })

  test('gets the connections of failed transactions back', async () => {
    const fail = () =>
      db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 / 0`
      }, patient)
    for (let attempt = 0; attempt < 4; attempt += 1) await expect(fail()).rejects.toThrow('division by zero')
    await expect(db.$transaction((tx) => tx.tenant.count(), patient)).resolves.toBe(0)
  })

  test('leaves the pool open when it disconnects', async () => {
    const other = createClient(pool)
    await other.tenant.count()
    await other.$disconnect()
    await expect(db.tenant.count()).resolves.toBe(0)
  })
})
