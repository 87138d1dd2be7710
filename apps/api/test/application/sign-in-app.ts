// What tests of signing in begin with: the application on a socket, a clock that they move, and people who have a password.
import type { TokenPair } from '@heddle/contracts/auth/auth'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import type { Response } from 'supertest'
import { hashPassword } from '@heddle/security/password'
import { createTestApp } from './test-app.ts'
import { openWire, type Wire } from './wire.ts'

export const password = 'a long enough password'
export const minute = 60_000
export const hour = 60 * minute

export type SignInApp = Awaited<ReturnType<typeof createSignInApp>>

/** Calls the endpoints of a session. */
export const createSignInClient = (wire: Wire) => {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    wire.post(`/api/v1/auth/${url}`).set(headers).send(payload)
  return {
    post,
    me: (token: string) => wire.get('/api/v1/auth/me').set('authorization', `Bearer ${token}`),
    refresh: (token: string) => post('refresh_token', { refresh_token: token }),
  }
}

export async function createSignInApp() {
  let clock = new Date()
  const passwordHash = await hashPassword(password)
  const api = await createTestApp({ now: () => clock })
  const wire = await openWire(api.app)
  const client = createSignInClient(wire)

  const addUser = (overrides: UserOverrides = {}) => createUser(api.db, { passwordHash, ...overrides })

  return {
    ...api,
    ...client,
    wire,
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

    addUser,

    async signIn(overrides: UserOverrides = {}) {
      const user = await addUser(overrides)
      const response = await client.post('login', { email: user.email, password })
      if (response.status !== 200) throw new Error(`The sign-in failed: ${response.text}`)
      return { user, ...(response.body as TokenPair) }
    },
  }
}

export const readCode = ({ body }: Response): string => body.detail.code
