// How often one caller may call. No path is free: what is answered from memory takes from a bucket that is a hundred times as
// large, so that a page with all its files is no burst, everything else (also what leads nowhere) from the small one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '../address-key.ts'
import { AppError } from '../errors/app-error.ts'
import { handleError } from './errors.ts'
import { createTokenBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files and probes: next to no work, and many at once. */
    light?: boolean
  }
}

const lightFactor = 100

type RateLimitOptions = {
  readonly perSecond: number
  readonly burst: number
  readonly now: () => Date
}

export type RateLimit = ReturnType<typeof createRateLimit>

export function createRateLimit({ perSecond, burst, now }: RateLimitOptions) {
  const clock = () => now().getTime()
  const calls = createTokenBuckets({ perSecond, burst, now: clock })
  const light = createTokenBuckets({ perSecond: perSecond * lightFactor, burst: burst * lightFactor, now: clock })

  function takeFrom(buckets: typeof calls, key: string) {
    const retryAfter = buckets.take(key)
    if (retryAfter > 0) throw new AppError('RATE_LIMITED', { params: { retry_after: retryAfter } })
  }

  const takeCallOfAddress = ({ ip }: FastifyRequest) => takeFrom(calls, addressKey(ip))

  return {
    /** Counts a request of a user; throws `RATE_LIMITED` when there were too many. So do the others. */
    takeCallOfUser: (userId: string) => takeFrom(calls, userId),
    takeCallOfAddress,
    takeLightCall: ({ ip }: FastifyRequest) => takeFrom(light, addressKey(ip)),

    /** Answers a request that is refused before any hook runs, as one with a malformed address is. */
    refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
      try {
        takeCallOfAddress(request)
        return handleError(error, request, reply)
      } catch (refusal) {
        return handleError(refusal, request, reply)
      }
    },
  }
}
