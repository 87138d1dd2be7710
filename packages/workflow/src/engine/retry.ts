// Decides which failures of a node are retried, and after what delay.

const retryableCodes: ReadonlySet<unknown> = new Set([
  'MODEL_UNAVAILABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_STREAM_BROKEN',
  'MODEL_FIRST_TOKEN_TIMEOUT',
  'MODEL_STALLED',
  'WORKFLOW_NODE_TIMEOUT',
  'WORKFLOW_HTTP_UNAVAILABLE',
])

const firstWaitMs = 1_000
/** A failure with a longer Retry-After is not retried. */
const maxWaitMs = 30_000

/** Returns the milliseconds before the attempt after this one, which counts from 1; null when a retry is of no use. */
export function computeRetryDelay(error: unknown, attempt: number): number | null {
  if (!(error instanceof Error) || !('code' in error) || !retryableCodes.has(error.code)) return null
  const asked = readRetryAfter(error)
  if (asked !== null) return asked <= maxWaitMs ? asked : null
  // Jitter, so that nodes that failed together do not retry together.
  return firstWaitMs * 2 ** (attempt - 1) * (1 + Math.random() / 4)
}

function readRetryAfter(error: Error): number | null {
  const params = 'params' in error ? error.params : undefined
  const seconds = typeof params === 'object' && params !== null && 'retry_after' in params ? params.retry_after : undefined
  return typeof seconds === 'number' ? seconds * 1_000 : null
}
