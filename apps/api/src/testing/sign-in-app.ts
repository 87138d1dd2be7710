// What tests of signing in begin with: the application with a clock that they move, and people who have a password.
import type { TokenPair } from '@heddle/contracts/auth'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { hashPassword } from '../password.ts'
import { createTestApp } from './test-app.ts'

export const password = 'a long enough password'
export const minute = 60_000
export const hour = 60 * minute

export type SignInApp = Awaited<ReturnType<typeof createSignInApp>>

export async function createSignInApp() {
  let clock = new Date()
  const passwordHash = await hashPassword(password)
  const api = await createTestApp({ now: () => clock })

  const post = (url: string, payload: object, headers = {}) =>
    api.app.inject({ method: 'POST', url: `/api/v1/auth/${url}`, payload, headers })

  const addUser = (overrides: UserOverrides = {}) => createUser(api.db, { passwordHash, ...overrides })

  return {
    ...api,
    now: () => clock,
    setClock: (time: Date) => {
      clock = time
    },
    later: (ms: number) => {
      clock = new Date(clock.getTime() + ms)
    },

    /** Makes the session as much older as the database would have, had it been in its generation for so long. */
    ageGeneration: (userId: string, ms: number) =>
      api.dependencies.pool.query(`UPDATE session SET generation_since = generation_since - $2 * interval '1 ms' WHERE user_id = $1`, [
        userId,
        ms,
      ]),

    post,
    me: (token: string) => api.app.inject({ url: '/api/v1/auth/me', headers: { authorization: `Bearer ${token}` } }),
    refresh: (token: string) => post('refresh_token', { refresh_token: token }),
    addUser,

    async signIn(overrides: UserOverrides = {}) {
      const user = await addUser(overrides)
      const answer = await post('login', { email: user.email, password })
      if (answer.statusCode !== 200) throw new Error(`The sign-in failed: ${answer.body}`)
      return { user, ...answer.json<TokenPair>() }
    },
  }
}

export const codeOf = (answer: { json: () => { detail: { code: string } } }) => answer.json().detail.code
