import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from './password.ts'
import { findPasswordWeakness } from './password-strength.ts'
import { createTestApp, type TestApp } from './testing/test-app.ts'

const ada = {
  email: 'ada.lovelace@heddle.test',
  account: 'ada-lovelace-1',
  name: { default: 'Ada Lovelace', ja: 'エイダ・ラブレス・バイロン' },
}

describe('a password', () => {
  test.each([
    ['1234567890', 'common_password'],
    ['Password123', 'common_password'],
    ['ＱＷＥＲＴＹＵＩＯＰ', 'common_password'],
    [' 1234567890 ', 'common_password'],
    ['Ada.Lovelace@heddle.test', 'own_name_password'],
    ['ADA.LOVELACE', 'own_name_password'],
    ['ada-lovelace-1', 'own_name_password'],
    ['ada lovelace', 'own_name_password'],
    ['エイダ・ラブレス・バイロン', 'own_name_password'],
    ['warp and weft', null],
    ['ada.lovelace@heddle.test and a loom', null],
  ])('%s is guessed as %s', (password, weakness) => {
    expect(findPasswordWeakness(password, ada)).toBe(weakness)
  })
})

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
