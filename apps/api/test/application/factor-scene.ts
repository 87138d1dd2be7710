// A user with a second factor, and the calls by which one signs in with it. Calls are injected, so that each test has addresses of its own.
import type { NewChallenge } from '../../src/modules/auth/second-factor/challenge.sql.ts'
import { createChallenge } from '../../src/modules/auth/second-factor/challenge.sql.ts'
import type { App } from '../../src/platform/http/app-instance.ts'
import { showTotp } from './authenticator.ts'
import type { SignInApp } from './sign-in-app.ts'
import type { TestApp } from './test-app.ts'

type Signable = { readonly id: string; readonly tenantId: string; readonly tokenVersion: number }

export const ownFactors = '/api/v1/auth/me/second_factor'

export type FactorScene = ReturnType<typeof createFactorScene>

export function createFactorScene(app: SignInApp | (TestApp & { readonly now: () => Date })) {
  let addresses = 0

  /** One that no other test has failed at. */
  function nextAddress() {
    addresses += 1
    return `10.20.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
  }

  return {
    nextAddress,

    /** Calls a public endpoint of the sign-in. */
    call: (
      path: string,
      payload: object,
      { remoteAddress = nextAddress(), process = app.app }: { remoteAddress?: string; process?: App } = {},
    ) => process.inject({ method: 'POST', url: `/api/v1/auth/${path}`, payload, remoteAddress }),

    /** Gives the user an authenticator app; returns its key, the recovery codes and the session that set it up. */
    async enrol(user: Signable) {
      const caller = await app.as(user)
      const { challenge_id, secret, otpauth_uri } = (await caller.post(`${ownFactors}/totp`)).json()
      const confirmation = { challenge_id, totp: showTotp(secret, app.now()), name: 'My phone' }
      const response = await caller.post(`${ownFactors}/totp/confirm`, confirmation)
      if (response.statusCode !== 200) throw new Error(`No factor was set up: ${response.body}`)
      const { factor, recovery_codes: codes } = response.json()
      return { caller, factor, secret: String(secret), uri: String(otpauth_uri), codes: codes as string[] }
    },

    /** A challenge as the right password makes it. */
    challenge: ({ id, tokenVersion }: Signable, more: Partial<NewChallenge> = {}) =>
      createChallenge(app.dependencies.pool, { kind: 'verification', userId: id, tokenVersion, ...more }),
  }
}
