// Slows down who guesses passwords, on every replica at once: the counters are in PostgreSQL. Wrong passwords slow down where they come
// from, so that no one is kept out by those of someone else (decision 0032).
import { createHmac } from 'node:crypto'
import type { Keys } from '@heddle/security/keys'
import type { Pool } from 'pg'
import { toAddressKey } from '../http/address-key.ts'
import { AppError } from '../errors/app-error.ts'
import { type CounterState, type Counter, createCounter } from './counter.sql.ts'
import { createKnownBrowsers } from './known-browser.ts'

const freeFailures = 5
const firstWaitSeconds = 30
const maxWaitSeconds = 15 * 60
const failuresAreRememberedSeconds = 60 * 60
const failuresPerAddressAndMinute = 20
/** Of all strangers together: failures in ten minutes, of which one network counts for ten at most. */
const strangers = { failures: 100, failuresPerNetwork: 10, seconds: 10 * 60 }
const networkIsKnownSeconds = 90 * 24 * 60 * 60

export const waitSecondsAfter = (failures: number) =>
  failures < freeFailures ? 0 : Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** (failures - freeFailures))

type ThrottleCode = 'AUTH_THROTTLED' | 'AUTH_SIGN_INS_SLOWED'

/** Says when the next attempt may come. */
export const createThrottledError = ({ remainingMs }: CounterState, code: ThrottleCode) =>
  new AppError(code, { params: { retry_after: Math.max(1, Math.ceil(remainingMs / 1000)) } })

/** Where an attempt comes from. `browser` is the value of its `browserCookie`. */
export type LoginClient = { readonly address: string; readonly browser?: string | undefined }

/** What failures use up. Once it is used up, a right password is refused like a wrong one. */
type Budget = { readonly refuseUsedUp: () => Promise<void>; readonly spend: () => Promise<void> }

export type LoginThrottle = ReturnType<typeof createLoginThrottle>

export function createLoginThrottle(pool: Pool, keys: Pick<Keys, 'rateLimit' | 'knownBrowser'>) {
  const startCounter = (prefix: string, max: number, seconds: number) => createCounter(pool, { prefix, max, seconds })
  const addresses = startCounter('login_address', failuresPerAddressAndMinute, 60)
  const failures = startCounter('login_failures', Number.POSITIVE_INFINITY, failuresAreRememberedSeconds)
  const waits = startCounter('login_wait', 1, firstWaitSeconds)
  const allStrangers = startCounter('login_strangers', strangers.failures, strangers.seconds)
  const strangersByNetwork = startCounter('login_stranger', strangers.failuresPerNetwork, strangers.seconds)
  const networks = startCounter('login_network', 1, networkIsKnownSeconds)
  const browsers = createKnownBrowsers(keys.knownBrowser)

  const hashKey = (...parts: string[]) => createHmac('sha256', keys.rateLimit).update(JSON.stringify(parts)).digest('base64url')

  async function refuseUsedUp(counter: Counter, key: string, code: ThrottleCode) {
    const counted = await counter.find(key)
    if (counted && counted.count >= counter.max) throw createThrottledError(counted, code)
  }

  async function spend(counter: Counter, key: string, code: ThrottleCode, seconds?: number) {
    const counted = await counter.add(key, seconds)
    if (counted.count > counter.max) throw createThrottledError(counted, code)
  }

  const createAddressBudget = (network: string): Budget => ({
    refuseUsedUp: () => refuseUsedUp(addresses, network, 'AUTH_THROTTLED'),
    spend: () => spend(addresses, network, 'AUTH_THROTTLED'),
  })

  /** Of a network in which no one has signed in: guesses that are spread over many are seen only in their sum. */
  const createStrangerBudget = (network: string): Budget => ({
    refuseUsedUp: () => refuseUsedUp(allStrangers, 'all', 'AUTH_SIGN_INS_SLOWED'),
    async spend() {
      const { count } = await strangersByNetwork.add(network)
      if (count <= strangersByNetwork.max) await spend(allStrangers, 'all', 'AUTH_SIGN_INS_SLOWED')
    },
  })

  /** Counts an attempt, known account or not, as a failure until it succeeds; throws when it comes too soon. */
  async function begin(counted: string) {
    await refuseUsedUp(waits, counted, 'AUTH_THROTTLED')
    const { count } = await failures.add(counted)
    const seconds = waitSecondsAfter(count)
    // Of several attempts at once only one gets through; the others find the wait begun.
    if (seconds > 0) await spend(waits, counted, 'AUTH_THROTTLED', seconds)
  }

  return {
    /**
     * Runs `check`, which throws unless the password is that of the names. Failures of a name are counted by the browser, if it has signed
     * in by that name, else by the network; and all failures of a network, but not those of such a browser, so that an office behind one
     * address can sign in at once.
     */
    async attempt<Result>(names: readonly string[], { address, browser }: LoginClient, check: () => Promise<Result>): Promise<Result> {
      const network = toAddressKey(address)
      const known = names.map((name) => browsers.find(browser, name))
      const counted = names.map((name, index) => hashKey(name, known[index] ?? network))
      const networkKey = hashKey('network', network)
      const knownSeconds = ((await networks.find(networkKey))?.remainingMs ?? 0) / 1_000
      const isKnownBrowser = known.some((id) => id !== null)
      const budgets = isKnownBrowser ? [] : [createAddressBudget(network), ...(knownSeconds > 0 ? [] : [createStrangerBudget(network)])]
      for (const budget of budgets) await budget.refuseUsedUp()
      let result: Result
      try {
        for (const key of counted) await begin(key)
        result = await check()
      } catch (error) {
        // A service that could not be asked has said nothing of the password.
        if (error instanceof AppError && error.statusCode < 500) for (const budget of budgets) await budget.spend()
        throw error
      }
      for (const budget of budgets) await budget.refuseUsedUp()
      await Promise.all(counted.flatMap((key) => [failures.remove(key), waits.remove(key)]))
      // Not with each of those who sign in at once.
      if (knownSeconds < networkIsKnownSeconds / 2) await networks.restart(networkKey)
      return result
    },

    /** Returns the cookie of a browser in which a user has just signed in by this name. */
    markBrowser: (name: string, cookie: string | undefined) => browsers.mark(cookie, name),
  }
}
