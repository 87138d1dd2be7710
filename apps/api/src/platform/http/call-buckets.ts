// What callers have used of the rate limit, as the plugin counts it.

/** When the last share of each caller has drained, ordered by the last call. */
export type RunOffTimes = Map<string, number>

export type FilledBucket = {
  /** The id of a user, else an address. */
  readonly caller: string
  /** `light`: files and probes. */
  readonly kind: 'calls' | 'light'
  readonly used: number
  readonly max: number
  /** When the last share has drained. */
  readonly emptyAt: Date
}

type Limit = Pick<FilledBucket, 'kind' | 'max'> & { readonly windowMs: number }

/** Returns the buckets that are not empty at the time `at`. */
export function listFilledBuckets(runOffAt: RunOffTimes, at: number, { kind, max, windowMs }: Limit): FilledBucket[] {
  const filled = [...runOffAt].filter(([, end]) => end > at)
  return filled.map(([caller, end]) => {
    const used = Math.min(max, Math.ceil(((end - at) * max) / windowMs))
    return { caller, kind, used, max, emptyAt: new Date(end) }
  })
}
