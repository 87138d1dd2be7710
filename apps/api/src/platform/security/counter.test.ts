import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCounter, removeEndedCounts } from './counter.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const create = (prefix: string) => createCounter(database.pool, { prefix, max: 3, seconds: 60 })
const endAll = (prefix: string) =>
  database.db.rateLimit.updateMany({ where: { key: { startsWith: `${prefix}:` } }, data: { expire: Date.now() - 1 } })

describe('a counter', () => {
  test('gives each of many at once its own number', async () => {
    const counter = create('at-once')
    const counted = await Promise.all(Array.from({ length: 20 }, () => counter.add('key')))
    expect(counted.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  test('ends when its first one said, and begins again then', async () => {
    const counter = create('ends')
    await counter.add('key', 10)
    const second = await counter.add('key', 3_600)
    expect(second.count).toBe(2)
    expect(second.remainingMs).toBeLessThanOrEqual(10_000)
    await endAll('ends')
    expect(await counter.find('key')).toBeNull()
    const again = await counter.add('key')
    expect(again.count).toBe(1)
    expect(again.remainingMs).toBeGreaterThan(50_000)
  })

  test('counts each key and each prefix apart, restarts, and forgets', async () => {
    const [one, other] = [create('one'), create('other')]
    await one.add('key')
    await one.add('key')
    await other.add('key')
    expect([await one.find('key'), await other.find('key')]).toMatchObject([{ count: 2 }, { count: 1 }])
    expect(await one.find('another')).toBeNull()
    await one.restart('key')
    expect(await one.find('key')).toMatchObject({ count: 1 })
    await one.remove('key')
    expect(await one.find('key')).toBeNull()
    expect(await other.find('key')).toMatchObject({ count: 1 })
  })

  test('leaves no row when it has ended', async () => {
    await create('rows').add('ended')
    await endAll('rows')
    await create('rows').add('lasting')
    await removeEndedCounts(database.pool)
    const rows = await database.db.rateLimit.findMany({ where: { key: { startsWith: 'rows:' } } })
    expect(rows.map(({ key }) => key)).toEqual(['rows:lasting'])
  })
})
