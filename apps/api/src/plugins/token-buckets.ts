// A token bucket for each caller. A window of fixed length would refuse a client that keeps to the rate but was held up
// on its way; a bucket does not.

type Bucket = { tokens: number; filledAt: number }

type TokenBucketOptions = {
  readonly perSecond: number
  readonly burst: number
  /** Milliseconds. */
  readonly now: () => number
}

const maxBuckets = 10_000

export function createTokenBuckets({ perSecond, burst, now }: TokenBucketOptions) {
  const buckets = new Map<string, Bucket>()

  /** Full buckets say nothing that a new one would not. */
  function forgetFullBuckets(at: number) {
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond >= burst) buckets.delete(key)
    }
  }

  return {
    /** Takes one token of `key`. Returns 0, or the whole seconds until there is one. */
    take(key: string): number {
      const at = now()
      if (buckets.size >= maxBuckets && !buckets.has(key)) forgetFullBuckets(at)
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: at }
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.filledAt) / 1000) * perSecond)
      bucket.filledAt = at
      buckets.set(key, bucket)
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
      bucket.tokens -= 1
      return 0
    },
  }
}
