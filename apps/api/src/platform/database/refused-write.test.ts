// Every refusal is made by a real database, through `pg` and through Prisma: neither documents what its errors look like.
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { findRefusalCode } from './refused-write.ts'

let api: TestApp
let refuse: () => Promise<unknown>
beforeAll(async () => {
  api = await createTestApp({
    extend: (app) => app.route({ method: 'POST', url: '/api/refused', config: { policy: 'public' }, handler: () => refuse() }),
  })
})
afterAll(() => api.close())

const sql = (text: string, values: unknown[] = []) => api.dependencies.pool.query(text, values)

/** Two transactions that each hold what the other wants. */
async function deadlock() {
  const [one, other] = [await createTenant(api.db), await createTenant(api.db)]
  const lockBoth = (first: string, second: string, ready: () => void, go: Promise<unknown>) =>
    api.db.$transaction(async (tx) => {
      await tx.tenant.update({ where: { id: first }, data: { requestsPerChat: 1 } })
      ready()
      await go
      await tx.tenant.update({ where: { id: second }, data: { requestsPerChat: 2 } })
    })
  const [a, b] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const results = await Promise.allSettled([
    lockBoth(one.id, other.id, a.resolve, b.promise),
    lockBoth(other.id, one.id, b.resolve, a.promise),
  ])
  const lost = results.find(({ status }) => status === 'rejected')
  throw (lost as PromiseRejectedResult).reason
}

async function serializationFailure() {
  const { id } = await createTenant(api.db)
  await api.db.$transaction(
    async (tx) => {
      await tx.tenant.findUniqueOrThrow({ where: { id } })
      await api.db.tenant.update({ where: { id }, data: { requestsPerChat: 3 } })
      await tx.tenant.update({ where: { id }, data: { requestsPerChat: 4 } })
    },
    { isolationLevel: 'RepeatableRead' },
  )
}

const sameMembershipTwice = async () => {
  const { groupId, userId } = await createMembership(api.db)
  await api.db.membership.create({ data: { groupId, userId } })
}
const createGroupOfNoTenant = () => api.db.group.create({ data: { tenantId: unknownId(), name: { default: 'x' } } })
const insertTenantTwice = async () => {
  const { id } = await createTenant(api.db)
  await sql(`INSERT INTO tenant SELECT * FROM tenant WHERE id = $1`, [id])
}

const cases: [string, () => Promise<unknown>, number, string][] = [
  ['a unique index, through Prisma', sameMembershipTwice, 409, 'CONFLICT'],
  ['a foreign key, through Prisma', createGroupOfNoTenant, 409, 'CONFLICT'],
  ['a unique index, through SQL', insertTenantTwice, 409, 'CONFLICT'],
  [
    'a foreign key, through SQL',
    async () => sql('DELETE FROM tenant WHERE id = $1', [(await createGroup(api.db)).tenantId]),
    409,
    'CONFLICT',
  ],
  ['a deadlock', deadlock, 409, 'CONFLICT'],
  ['a transaction that another overtook', serializationFailure, 409, 'CONFLICT'],
  ['a row that is gone', () => api.db.group.update({ where: { id: unknownId() }, data: { revision: 1 } }), 404, 'NOT_FOUND'],
  ['NUL in JSON', () => sql(`SELECT $1::jsonb`, [String.raw`{"a":"\u0000"}`]), 400, 'BAD_REQUEST'],
  ['NUL in JSON, through Prisma', () => createTenant(api.db, { name: { default: 'a\0' } }), 400, 'BAD_REQUEST'],
  ['NUL in a text, through Prisma', () => createUser(api.db, { account: 'a\0' }), 400, 'BAD_REQUEST'],
  ['half a character in JSON', () => sql(`SELECT $1::jsonb`, [String.raw`{"a":"\ud800"}`]), 400, 'BAD_REQUEST'],
  ['a number out of range', () => sql('SELECT $1::int', ['99999999999']), 400, 'BAD_REQUEST'],
]

test.each(cases)('%s is no failure of the service', async (_name, act, status, code) => {
  refuse = act
  const answer = await api.app.inject({ method: 'POST', url: '/api/refused' })
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { detail: { code } }])
})

test('what is none of these stays what it was', () => {
  expect(findRefusalCode(new TypeError('x is not a function'))).toBeUndefined()
  expect(findRefusalCode(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined()
  expect(findRefusalCode(undefined)).toBeUndefined()
})
