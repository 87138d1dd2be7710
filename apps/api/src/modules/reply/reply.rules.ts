// The numbers and the small decisions of a reply's life, each in one place.
import type { ErrorDetail } from '@heddle/contracts/errors'
import { errorMessages } from '@heddle/contracts/error-messages'
import { errorCodes, type ErrorCode } from '@heddle/contracts/errors'
import type { NodeOutcomes } from '@heddle/workflow/value'
import { toStorableText } from '../../database/storable-text.ts'

/** How long the process of a reply may be silent before the reply counts as orphaned. */
export const leaseSeconds = 15
/** Between two saves of what is new. What is shown was saved before, so this is also how often a text moves on. */
export const saveIntervalMs = 100
/** Replies are saved whole; this much of them a millisecond (in UTF-16 units), so that very long ones are saved less often. */
export const savedBytesPerMs = 16_000
/** Between two renewals of a lease, each of which also looks for a request to stop. */
export const renewIntervalMs = 1_000
/** Between two writes to one reader: what comes faster is sent together. */
export const writeIntervalMs = 33
/** Between two looks at a reply that runs elsewhere, should its notifications get lost. */
export const pollIntervalMs = 1_000
/** How long a run may take to end itself once it was told to. */
export const abortGraceMs = 1_500

/** Why a run is ended before its time. */
export type AbortCause = 'stop_requested' | 'access_lost' | 'too_long' | 'shutdown' | 'taken_over'

export type ReplyEndStatus = 'completed' | 'stopped' | 'failed' | 'interrupted'

export const errorDetail = (code: ErrorCode, params?: Readonly<Record<string, unknown>>): ErrorDetail => ({
  code,
  message: errorMessages[code],
  ...(params && { params: { ...params } }),
})

const isErrorCode = (code: unknown): code is ErrorCode => (errorCodes as readonly unknown[]).includes(code)

/** What a reply says about the failure that ended it; a failure of no known code tells nothing of the inside. */
export function toErrorDetail(failure: unknown): ErrorDetail {
  const { code, params } = failure instanceof Error ? (failure as { code?: unknown; params?: Readonly<Record<string, unknown>> }) : {}
  return isErrorCode(code) ? errorDetail(code, params) : errorDetail('UNKNOWN')
}

/** UTF-16 units of what nodes came to, as JSON, that are kept for a reply that may be continued. */
export const maxOutcomesLength = 65_536

/** The outcomes as JSON that PostgreSQL stores. */
export const storableOutcomes = (outcomes: NodeOutcomes | null): string =>
  JSON.stringify(outcomes, (_, value: unknown) => (typeof value === 'string' ? toStorableText(value) : value))
