// The list of users over HTTP: its orders, its pages, and what it says of each user.
import type { UserUsage } from '@heddle/contracts/usage/usage-report'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createUsageScene, price } from '../../../../test/usage/usage-scene.ts'
import { rollUpAllUsage } from '../rollup/usage-rollup.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const march = { from: '2026-03-01', to: '2026-03-31' }

describe('the list of users', () => {
  async function arrangeUsers() {
    const { tenantId, admin, createEvent } = await createUsageScene(api)
    const names = ['Chen', 'ada', 'Bao', 'Dinh', 'Eri']
    const users = []
    for (const [index, name] of names.entries()) {
      const user = await createUser(api.db, { tenantId, name: { default: name } })
      for (let count = 0; count <= index % 3; count += 1)
        await createEvent(`2026-03-0${index + 1}T04:00:00Z`, {
          userId: user.id,
          calls: [price('1'), price('2', 'TWD')],
          outcome: index === 4 ? 'failed' : 'completed',
        })
      users.push(user)
    }
    await rollUpAllUsage(api.dependencies.pool)
    const query = async (body: object) => {
      const response = await admin.post('/api/v1/usage/user/query', { ...march, ...body })
      return response.json<{ users: UserUsage[]; previous: object; next_page_token?: string }>()
    }
    return { users, createEvent, query }
  }

  const readName = ({ user }: UserUsage) => user.name?.default ?? ''

  const readCost = ({ cost }: UserUsage, wanted: string) => Number(cost.find(({ currency }) => currency === wanted)?.amount ?? 0)

  /** By a number and then by the id, from the largest on. */
  const listBy = (users: UserUsage[], read: (user: UserUsage) => number) =>
    users.toSorted((one, other) => read(other) - read(one) || (one.user.id < other.user.id ? 1 : -1)).map(readName)

  test.each([
    ['by tokens', {}, (users: UserUsage[]) => listBy(users, (user) => user.input_tokens + user.output_tokens)],
    [
      'by requests, the fewest first',
      { sort: 'requests', direction: 'asc' },
      (users: UserUsage[]) => listBy(users, ({ requests }) => requests).toReversed(),
    ],
    ['by name', { sort: 'name' }, () => ['ada', 'Bao', 'Chen', 'Dinh', 'Eri']],
    ['by failures', { sort: 'failures' }, (users: UserUsage[]) => listBy(users, ({ outcomes }) => outcomes.failed)],
    ['by cost in the currency of the most users', { sort: 'cost' }, (users: UserUsage[]) => listBy(users, (user) => readCost(user, 'TWD'))],
    ['by the last day', { sort: 'last_used_on' }, () => ['Eri', 'Dinh', 'Bao', 'ada', 'Chen']],
  ])('is sorted %s, page by page, each user once', async (_how, order, list) => {
    const { query } = await arrangeUsers()
    const found: UserUsage[] = []
    let page_token: string | undefined
    do {
      const page = await query({ ...order, page_size: 2, ...(page_token !== undefined && { page_token }) })
      found.push(...page.users)
      page_token = page.next_page_token
    } while (page_token !== undefined)
    expect(found).toHaveLength(5)
    expect(found.map(readName)).toEqual(list(found))
  })

  test('has the cost of a user by currency, and the last day of use', async () => {
    const { users, query } = await arrangeUsers()
    const [found] = (await query({ keyword: 'ADA' })).users
    expect(found).toMatchObject({
      user: { id: users[1]?.id, name: { default: 'ada' } },
      last_used_on: '2026-03-02',
      requests: 2,
      cost: [
        { currency: 'TWD', amount: '4' },
        { currency: 'USD', amount: '2' },
      ],
    })
  })

  test('has what each used in as many days before', async () => {
    const { users, createEvent, query } = await arrangeUsers()
    await createEvent('2026-02-28T04:00:00Z', { userId: users[1]!.id, inputTokens: 7, outputTokens: 3 })
    await createEvent('2026-01-28T04:00:00Z', { userId: users[1]!.id })
    await rollUpAllUsage(api.dependencies.pool)
    const { previous, users: found } = await query({ sort: 'name' })
    expect(previous).toEqual({ from: '2026-01-29', to: '2026-02-28' })
    expect(found.slice(0, 2).map((user) => user.previous)).toEqual([
      { requests: 1, tokens: 10 },
      { requests: 0, tokens: 0 },
    ])
  })

  test('finds a deleted user by nothing, and shows no name of one', async () => {
    const { users, query } = await arrangeUsers()
    await api.db.user.update({ where: { id: users[0]!.id }, data: { status: 'deleted', email: null, emailKey: null } })
    expect((await query({ keyword: 'Chen' })).users).toEqual([])
    const shown = (await query({})).users.find(({ user }) => user.id === users[0]!.id)
    expect(shown?.user).toEqual({ id: users[0]!.id, name: null, email: '' })
  })
})
