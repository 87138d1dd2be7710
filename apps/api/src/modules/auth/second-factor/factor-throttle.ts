// Slows down who guesses codes: by the network as who guesses passwords, and, since only who knows the password comes so far, by the account
// too, wherever the guesses come from.
import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { createCounter } from '../../../platform/security/counter.sql.ts'
import { createThrottledError, type LoginClient, type LoginThrottle } from '../../../platform/security/login-throttle.ts'

/** Of an account in an hour (decision 0045). */
const guesses = { max: 20, seconds: 60 * 60 }

export type FactorThrottle = ReturnType<typeof createFactorThrottle>

export function createFactorThrottle(pool: Pool, throttle: LoginThrottle, key: Uint8Array) {
  const tries = createCounter(pool, { prefix: 'second_factor', ...guesses })

  const toName = (userId: string) => JSON.stringify(['second_factor', userId])

  return {
    /** Runs `check`, which throws unless the user shows a factor. `userId` is null when no one is known by the challenge. */
    attempt: <Result>(userId: string | null, client: LoginClient, isGuessable: boolean, check: () => Promise<Result>): Promise<Result> =>
      throttle.attempt(userId === null ? [] : [toName(userId)], client, async () => {
        const counted = createHmac('sha256', key)
          .update(toName(userId ?? ''))
          .digest('base64url')
        const isCounted = isGuessable && userId !== null
        if (isCounted) {
          const state = await tries.add(counted)
          if (state.count > tries.max) throw createThrottledError(state, 'AUTH_THROTTLED')
        }
        const result = await check()
        if (isCounted) await tries.remove(counted)
        return result
      }),

    /** Returns the cookie of a browser in which the user has shown a factor. */
    markBrowser: (userId: string, cookie: string | undefined) => throttle.markBrowser(toName(userId), cookie),
  }
}
