import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { hashPassword } from '@heddle/security/password'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'

describe('wherever a password is set', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await createTestApp()
  })
  afterAll(() => api.close())

  const current = 'a long enough password'

  async function createPeople() {
    const { id: tenantId } = await createTenant(api.db)
    const superUser = await api.as(await createUser(api.db, { tenantId, role: 'S' }))
    const user = await createUser(api.db, { tenantId, account: `hypatia.${tenantId}`, passwordHash: await hashPassword(current) })
    const newcomer = { email: `ada.${tenantId}@heddle.test`, account: `ada.${tenantId}` }
    return { superUser, user, newcomer, caller: await api.as(user) }
  }

  type People = Awaited<ReturnType<typeof createPeople>>
  const ways: [string, (people: People, password: string) => ReturnType<People['caller']['get']>, (people: People) => string][] = [
    [
      'changed',
      ({ caller }, password) => caller.post('/api/v1/auth/update_password', { current_password: current, new_password: password }),
      ({ user }) => user.email,
    ],
    [
      'set by an administrator',
      ({ superUser, user }, password) => superUser.post(`/api/v1/user/${user.id}/reset_password`, { password }),
      ({ user }) => user.account ?? '',
    ],
    [
      'given to a new user',
      ({ superUser, newcomer }, password) => superUser.post('/api/v1/user', { user: newcomer, password }),
      ({ newcomer }) => newcomer.account,
    ],
    [
      'given to the first user of a tenant',
      ({ superUser, newcomer }, password) =>
        superUser.post('/api/v1/tenant', { tenant: { name: 'Institute' }, administrator: { ...newcomer, password } }),
      ({ newcomer }) => newcomer.email,
    ],
  ]
  test.each(ways)('it is neither a common one nor a name of the person when it is %s', async (_way, set, nameOf) => {
    const people = await createPeople()
    const answers = [await set(people, '1234567890'), await set(people, nameOf(people))]
    expect(answers.map((answer) => [answer.statusCode, answer.json().detail.code, answer.json().detail.params])).toEqual([
      [400, 'AUTH_PASSWORD_TOO_WEAK', { reason: 'common_password' }],
      [400, 'AUTH_PASSWORD_TOO_WEAK', { reason: 'own_name_password' }],
    ])
    expect((await set(people, 'warp and weft of 2026')).statusCode).toBe(200)
  })
})
