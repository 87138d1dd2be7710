import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDatabaseOutage } from './database-outage.ts'
import { until } from '../../../test/until.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => {})
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

describe('a transaction', () => {
  test('whose connection is cut between two statements fails as an outage, and the process lives', async () => {
    const outcome = inTransaction(pool, async (client) => {
      let isCut = false
      client.once('end', () => {
        isCut = true
      })
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await database.asOwner(`SELECT pg_terminate_backend(${rows[0]?.pid})`)
      await until('the end of the connection', () => isCut)
      await client.query('SELECT 1')
    })
    expect(await outcome.catch(isDatabaseOutage)).toBe(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('whose connection is cut during a statement fails as an outage, and the process lives', async () => {
    const outcome = inTransaction(pool, (client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())'))
    expect(await outcome.catch(isDatabaseOutage)).toBe(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('leaves its connection to the next as it found it', async () => {
    const listeners = () => inTransaction(pool, async (client) => client.listenerCount('error'))
    expect(await listeners()).toBe(await listeners())
  })
})
