import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, type PrismaClient } from './client.ts'
import { createPool } from './connection.ts'
import { createChat } from './factories/chat.ts'
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

  test('executes nothing of an operation after its transaction has expired', async () => {
    const { id } = await createChat(db)
    const holder = await pool.connect()
    await holder.query('BEGIN')
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid FROM chat WHERE id = $1 FOR UPDATE', [id])
    const waiters = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const update = {
        where: { id },
        data: { title: 'Wool', messages: { create: { role: 'user', depth: 0, responseLanguage: 'en' } } },
      } as const
      const outcome = db.$transaction((tx) => tx.chat.update(update), { timeout: 5_000 }).catch((error: unknown) => error)
      await expect.poll(async () => (await pool.query(waiters, [rows[0]?.pid])).rowCount).toBe(1)
      await vi.advanceTimersByTimeAsync(5_000)
      await holder.query('COMMIT')
      const failure = await outcome
      expect(await db.message.count({ where: { chatId: id } })).toBe(0)
      expect(failure).toMatchObject({ code: 'P1018' })
    } finally {
      vi.useRealTimers()
      holder.release()
    }
  })
})
