// The numbers and the small decisions of a reply's life, each in one place.
import { errorMessages } from '@heddle/contracts/error-messages'
import { type ErrorCode, type ErrorDetail, isErrorCode } from '@heddle/contracts/errors'

/** How long the process of a reply may be silent before the reply counts as orphaned. */
export const leaseSeconds = 15
/** Between the beginnings of two saves, at least. What arrives faster is saved, and shown, together. */
export const saveIntervalMs = 10
/** Between two saves, at least this much of the time that the one before took: saving then takes at most a quarter of the time. */
export const restPerSave = 3
/** A chunk of a running reply ends when it is this old, or has this many UTF-16 units. */
export const chunkIntervalMs = 1_000
export const chunkCharacters = 2_000
/** Between two renewals of a lease, each of which also looks for a request to stop. */
export const renewIntervalMs = 1_000
/** Between two looks at a reply that runs elsewhere, should its notifications get lost. */
export const pollIntervalMs = 1_000
/** How long a run may take to end itself once it was told to. */
export const abortGraceMs = 1_500

/** Why a run is ended before its time. */
export type AbortCause = 'stop_requested' | 'access_lost' | 'too_long' | 'timed_out' | 'shutdown' | 'taken_over'

export type ReplyEndStatus = 'completed' | 'stopped' | 'failed' | 'interrupted'

export const errorDetail = (code: ErrorCode, params?: Readonly<Record<string, unknown>>): ErrorDetail => ({
  code,
  message: errorMessages[code],
  ...(params && { params: { ...params } }),
})

/** The code of a failure; that of the inside is `UNKNOWN`. */
export const toErrorCode = (code: string): ErrorCode => (isErrorCode(code) ? code : 'UNKNOWN')

/** What a reply says about the failure that ended it; a failure of no known code tells nothing of the inside. */
export function toErrorDetail(failure: unknown): ErrorDetail {
  const { code, params } = failure instanceof Error ? (failure as { code?: unknown; params?: Readonly<Record<string, unknown>> }) : {}
  return isErrorCode(code) ? errorDetail(code, params) : errorDetail('UNKNOWN')
}

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

/** UTF-16 units of what nodes came to, as JSON, that are kept for a reply that may be continued. */
export const maxOutcomesLength = 65_536
