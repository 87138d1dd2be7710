// How a run ends.
import type { ErrorCode } from '@heddle/contracts/errors'

/** How long a run may take to end itself once it was told to. */
export const abortGraceMs = 1_500

/** What an answer and the prompt around the question are taken to need, until the run has said it. */
export const estimatedOverhead = 1_000

/** Why a run is ended before its time. */
export type AbortCause = 'stop_requested' | 'access_lost' | 'too_long' | 'timed_out' | 'shutdown' | 'taken_over'

export type RunStatus = 'completed' | 'stopped' | 'failed' | 'interrupted'

/** With these a reply that has text ends `interrupted`: its model can go on with it. */
const resumableCodes: ReadonlySet<ErrorCode> = new Set(['MODEL_REPLY_CUT', 'MODEL_STREAM_BROKEN', 'MODEL_STALLED', 'MODEL_REPLY_TIMEOUT'])

/**
 * How a reply ends with a failure. A run that was to continue a reply and has added nothing leaves it as it found it: it can be
 * continued when the server is back.
 */
export function toFailureStatus(code: ErrorCode, { text, textBefore }: { text: string; textBefore: string }): 'failed' | 'interrupted' {
  if (text.trim() === '') return 'failed'
  return text === textBefore || resumableCodes.has(code) ? 'interrupted' : 'failed'
}
