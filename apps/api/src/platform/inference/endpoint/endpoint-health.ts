// Whether an endpoint takes calls, as its last calls have shown. It is never called only to learn that.
import { ModelError, type ModelErrorCode } from '@heddle/workflow/model/ports'

/** So many failures in a row, within the window, pause the endpoint. */
const maxFailures = 3
const windowMs = 60_000
const pauseMs = 30_000

// A refused request says nothing of the endpoint, and neither does a stream that the network breaks after its first token.
const outages: ReadonlySet<ModelErrorCode> = new Set([
  'MODEL_UNAVAILABLE',
  'MODEL_NOT_AN_API',
  'MODEL_FIRST_TOKEN_TIMEOUT',
  'MODEL_STREAM_BROKEN',
])

/** Failures that say of a server that it is not there, or is no model server. */
const absences: ReadonlySet<string> = new Set(['MODEL_UNAVAILABLE', 'MODEL_NOT_AN_API'])

/** What the last call has shown. A single failure keeps no call away. */
type LastCall = 'untried' | 'available' | 'unreachable' | 'key_refused'

export type HealthState = { readonly state: LastCall | 'paused'; readonly pausedMs: number | null }

/** Returns what the error code of a call says of an endpoint, null without an error; null when it says nothing. */
export function judgeCall(code: string | null): 'available' | 'unreachable' | 'key_refused' | null {
  if (code === null) return 'available'
  if (code === 'CHAT_AUTH_KEY_MISSING') return 'key_refused'
  return absences.has(code) ? 'unreachable' : null
}

export type EndpointHealth = ReturnType<typeof createEndpointHealth>

/** `now` returns the milliseconds of a monotonic clock. */
export function createEndpointHealth(now: () => number = () => performance.now()) {
  let failedAt: number[] = []
  /** Replies that the endpoint itself has given up after their first token. */
  let givenUpAt: number[] = []
  let refusedKeys = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let limitedUntil = Number.NEGATIVE_INFINITY
  let isTrying = false
  let lastCall: LastCall = 'untried'

  return {
    /** Whether the endpoint has asked for a pause: its calls go to a fallback, where there is one. */
    isLimited: () => now() < limitedUntil,

    /**
     * Admits a call; the one that is admitted after a pause tries the endpoint for the others. Throws `MODEL_UNAVAILABLE` in a pause,
     * with the seconds to its end, and `CHAT_AUTH_KEY_MISSING` while the key is refused.
     */
    admit() {
      // Proxies refuse a key for one model or for a spent budget, too, so that a single refusal says little.
      if (refusedKeys >= maxFailures) throw new ModelError('CHAT_AUTH_KEY_MISSING')
      if (pausedUntil === Number.NEGATIVE_INFINITY) return
      const remainingMs = Math.max(pausedUntil - now(), isTrying ? 1 : 0)
      if (remainingMs > 0) throw new ModelError('MODEL_UNAVAILABLE', { params: { retry_after: Math.ceil(remainingMs / 1000) } })
      isTrying = true
    },

    /** Returns what keeps calls away, and for how many milliseconds. */
    describe(): HealthState {
      if (refusedKeys >= maxFailures) return { state: 'key_refused', pausedMs: null }
      const pausedMs = pausedUntil - now()
      return pausedMs > 0 ? { state: 'paused', pausedMs } : { state: lastCall, pausedMs: null }
    },

    /** Whether the last calls did not fail so often that the endpoint was paused or its key given up; only a success ends that. */
    isUp: () => refusedKeys < maxFailures && pausedUntil === Number.NEGATIVE_INFINITY,

    /** Records the first token of a call. */
    succeed() {
      failedAt = []
      refusedKeys = 0
      pausedUntil = Number.NEGATIVE_INFINITY
      limitedUntil = Number.NEGATIVE_INFINITY
      isTrying = false
      lastCall = 'available'
    },

    /** Records that the endpoint has listed its models, or the code of why it has not. It says nothing of calls of a model: a pause stays. */
    list(code: string | null) {
      lastCall = judgeCall(code) ?? lastCall
    },

    /** Records a reply that has come to its end. */
    complete() {
      givenUpAt = []
    },

    /** Records a reply that the endpoint itself has given up: its first tokens say nothing of the next, so that only a whole one does. */
    giveUp() {
      const at = now()
      givenUpAt = [...givenUpAt.filter((time) => at - time < windowMs), at]
      if (givenUpAt.length >= maxFailures) pausedUntil = at + pauseMs
    },

    /** Records a call that ended before its first token. A time-out alone may take as long as the window, which ends where the call began. */
    fail(error: unknown, beganAt = now()) {
      const wasTrying = isTrying
      isTrying = false
      if (!(error instanceof ModelError)) return
      const { code, params } = error
      const at = now()
      lastCall = judgeCall(code) ?? lastCall
      if (code === 'CHAT_AUTH_KEY_MISSING') refusedKeys += 1
      else if (code === 'MODEL_RATE_LIMITED') limitedUntil = at + Number(params?.['retry_after'] ?? 0) * 1000
      if (!outages.has(code)) return
      failedAt = [...failedAt.filter((time) => beganAt - time < windowMs), at]
      if (wasTrying || failedAt.length >= maxFailures) pausedUntil = at + pauseMs
    },
  }
}
