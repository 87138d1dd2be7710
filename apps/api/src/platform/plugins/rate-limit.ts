// Limits the calls of each caller, on every path. Files and probes have a limit a hundred times as high, so that a page with all its
// files is no burst; everything else, unknown paths included, has the low limit.
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { toAddressKey } from '../http/address-key.ts'
import { AppError } from '../errors/app-error.ts'
import { type FilledBucket, listFilledBuckets, type RunOffTimes } from '../http/call-buckets.ts'
import { handleError } from '../http/failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For files and probes, which cost little and come in bursts. */
    light?: boolean
  }
  interface FastifyInstance {
    /** Counts a request for the token's user, else for the address; throws `RATE_LIMITED` above the limit. */
    readonly countCall: CallCounter
    /** Counts a request against the limit of files and probes. */
    readonly countLightCall: CallCounter
    /** What callers have used of their limits in this process, the fullest first. */
    readonly listCallBuckets: () => FilledBucket[]
  }
}

type CallCounter = (request: FastifyRequest) => Promise<void>

type RateLimitOptions = {
  readonly perSecond: number
  readonly burst: number
  readonly now: () => Date
}

const lightFactor = 100
const maxCallers = 10_000

/**
 * Counts by the generic cell rate algorithm: a call adds its share to the window, and the shares drain over time. The package's own
 * store has fixed windows: it would refuse calls that were delayed on their way and arrive together, although their client keeps to
 * the rate (decision 0015).
 */
const createStore = (now: () => Date, runOffTimes: Map<unknown, RunOffTimes>) =>
  class CallStore implements FastifyRateLimitStore {
    readonly #runOffAt: RunOffTimes = new Map()

    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number, max: number) {
      const at = now().getTime()
      const share = windowMs / max
      // A value beyond the window means that the clock was set back.
      const begin = Math.min(Math.max(this.#runOffAt.get(key) ?? at, at), at + windowMs)
      const used = begin + share - at
      // Rounded down, because the clock counts whole milliseconds and a share may be a fraction.
      const waitMs = Math.floor(used - windowMs)
      const isRefused = waitMs > 0
      this.#keep(key, isRefused ? begin : begin + share)
      callback(null, isRefused ? { current: max + 1, ttl: waitMs } : { current: Math.min(max, Math.ceil(used / share)), ttl: used })
    }

    #keep(key: string, runOffAt: number) {
      this.#runOffAt.delete(key)
      this.#runOffAt.set(key, runOffAt)
      const [oldest] = this.#runOffAt.keys()
      if (oldest !== undefined && this.#runOffAt.size > maxCallers) this.#runOffAt.delete(oldest)
    }

    child({ max }: Parameters<FastifyRateLimitStore['child']>[0] & { readonly max?: unknown }) {
      const child = new CallStore()
      runOffTimes.set(max, child.#runOffAt)
      return child
    }
  }

export const rateLimitPlugin = plugin<RateLimitOptions>(
  async (app, { perSecond, burst, now }) => {
    const windowMs = (burst / perSecond) * 1000
    const maxima = { calls: burst, light: burst * lightFactor }
    /** By the maximum of a limit. */
    const runOffTimes = new Map<unknown, RunOffTimes>()
    await app.register(rateLimit, {
      global: false,
      store: createStore(now, runOffTimes),
      keyGenerator: ({ user, ip }) => user?.userId ?? toAddressKey(ip),
      timeWindow: windowMs,
    })

    function createCounter(max: number): CallCounter {
      const count = app.createRateLimit({ max })
      return async (request) => {
        const state = await count(request)
        if (!state.isAllowed && state.isExceeded) throw new AppError('RATE_LIMITED', { params: { retry_after: state.ttlInSeconds } })
      }
    }

    app.decorate('countCall', createCounter(maxima.calls))
    app.decorate('countLightCall', createCounter(maxima.light))
    app.decorate('listCallBuckets', () => {
      const at = now().getTime()
      const buckets = (['calls', 'light'] as const).flatMap((kind) => {
        const max = maxima[kind]
        return listFilledBuckets(runOffTimes.get(max) ?? new Map(), at, { kind, max, windowMs })
      })
      return buckets.toSorted((a, b) => b.used / b.max - a.used / a.max)
    })
  },
  { name: 'rate-limit', dependencies: ['access-tokens'] },
)

/** Counts and answers a request that is refused before any hook runs, such as one with a malformed URL. */
export async function refuseUnrouted(app: FastifyInstance, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = await app.countCall(request).then(
    () => error,
    (refusal: unknown) => refusal,
  )
  handleError(failure, request, reply)
}
