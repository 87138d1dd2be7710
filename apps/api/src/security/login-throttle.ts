// Slows down who guesses passwords, on every replica at once: the counters are in PostgreSQL. An account is never locked
// for good, so that its owner cannot be locked out.
import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { toAddressKey } from '../http/address-key.ts'
import { AppError } from '../http/app-error.ts'

const freeFailures = 5
const firstWaitSeconds = 30
const maxWaitSeconds = 15 * 60
const failuresAreRememberedSeconds = 60 * 60
const failuresPerAddressAndMinute = 20

export const waitSecondsAfter = (failures: number) =>
  failures < freeFailures ? 0 : Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** (failures - freeFailures))

function throttled(state: RateLimiterRes) {
  return new AppError('AUTH_THROTTLED', { params: { retry_after: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) } })
}

/** The library rejects with its state when there are no points left, and with an error when the database fails. */
function refuse(cause: unknown): never {
  throw cause instanceof RateLimiterRes ? throttled(cause) : cause
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

export function createLoginThrottle(pool: Pool, key: Uint8Array) {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    })
  const addresses = limiter('login_address', failuresPerAddressAndMinute, 60)
  const failures = limiter('login_failures', Number.MAX_SAFE_INTEGER, failuresAreRememberedSeconds)
  const waits = limiter('login_wait', 1, firstWaitSeconds)

  const hashKey = (name: string) => createHmac('sha256', key).update(name).digest('base64url')

  /** Throws when the address has failed too often, for whatever accounts. */
  async function refuseUsedUp(addressKey: string) {
    const state = await addresses.get(addressKey)
    if (state && state.consumedPoints >= failuresPerAddressAndMinute && state.msBeforeNext > 0) throw throttled(state)
  }

  /** Counts an attempt, known account or not, as a failure until it succeeds; throws when it comes too soon. */
  async function begin(account: string) {
    const wait = await waits.get(account)
    if (wait && wait.consumedPoints > 0 && wait.msBeforeNext > 0) throw throttled(wait)
    const { consumedPoints } = await failures.consume(account)
    const customDuration = waitSecondsAfter(consumedPoints)
    // Of several attempts at once only one gets through; the others find the wait begun.
    if (customDuration > 0) await waits.consume(account, 1, { customDuration }).catch(refuse)
  }

  return {
    /**
     * Runs `check`, which throws unless the password is that of the names. Only failures count against the address, so that an office
     * behind one address can sign in at once; and once there are too many, also those at the same moment, a right password is refused
     * like a wrong one.
     */
    async attempt<Result>(names: readonly string[], address: string, check: () => Promise<Result>): Promise<Result> {
      const addressKey = toAddressKey(address)
      const accounts = names.map(hashKey)
      await refuseUsedUp(addressKey)
      let result: Result
      try {
        for (const account of accounts) await begin(account)
        result = await check()
      } catch (error) {
        // A service that could not be asked has said nothing of the password.
        if (error instanceof AppError && error.statusCode < 500) await addresses.consume(addressKey).catch(refuse)
        throw error
      }
      await refuseUsedUp(addressKey)
      await Promise.all(accounts.flatMap((account) => [failures.delete(account), waits.delete(account)]))
      return result
    },
  }
}
