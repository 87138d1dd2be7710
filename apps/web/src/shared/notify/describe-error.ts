// The display rule of failed calls (specification, section 8).
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type texts from '#i18n/locales/en/errors.json'
import { ApiError, isAborted, NetworkError } from '../api/errors.ts'
import { formatDateTime, parseTime } from '../dates.ts'
import { notify } from './notify.ts'

type ErrorsT = TFunction<'errors'>

/** The failed action, for those that the specification names beside the error code. */
export type Failure = keyof (typeof texts)['failure']

/** The values of `params.reason`, which the service adds to a code with several causes. */
const reasons = [
  'bad_rows',
  'definition_changed',
  'changed_meanwhile',
  'common_password',
  'external',
  'key_missing',
  'last_super_user',
  'no_space',
  'nothing_recognized',
  'oneself',
  'other_layout',
  'own_name_password',
  'private_network',
  'recognition_missing',
  'recognition_off',
  'too_many_columns',
  'unchanged',
  'unknown_column',
  'unknown_group',
  'wrong_account',
  'wrong_current',
  'wrong_member_id',
] as const

/** What `params.cause` says of an embedding model that does not answer. */
const embeddingCauses: Readonly<Record<string, keyof (typeof texts)['embeddingUnavailable']>> = {
  CHAT_AUTH_KEY_MISSING: 'key',
  MODEL_BUSY: 'busy',
  MODEL_FIRST_TOKEN_TIMEOUT: 'slow',
  MODEL_NOT_FOUND: 'changed',
  MODEL_RATE_LIMITED: 'busy',
  MODEL_REFUSED: 'refused',
  MODEL_UNAVAILABLE: 'down',
}

/** The values of `params.problem`: what is wrong with the vectors of an embedding model. */
const vectorProblems = ['count', 'dimensions', 'not_finite', 'zero'] as const

/** Returns what is wrong with an embedding model, and what is to be done; undefined for any other error. */
function formatEmbeddingError(t: ErrorsT, { code, params }: ApiError): string | undefined {
  const { model, cause, problem } = params
  const named = { model: String(model) }
  const known = code === 'EMBEDDING_UNAVAILABLE' ? embeddingCauses[String(cause)] : undefined
  if (known) return t(`embeddingUnavailable.${known}`, named)
  const wrong = code === 'EMBEDDING_INVALID' ? vectorProblems.find((each) => each === problem) : undefined
  return wrong && t(`embeddingInvalid.${wrong}`, named)
}

/**
 * Returns the first of these: the text of the reason, the translation of the code, the server's message, the generic text. A missing
 * connection and an unexpected error have their own texts.
 */
export function formatErrorMessage(t: ErrorsT, error: unknown): string {
  const reason = error instanceof ApiError && reasons.find((known) => known === error.params['reason'])
  if (reason) return t(`reason.${reason}`)
  const reached = error instanceof ApiError && error.code === 'USAGE_LIMIT_REACHED' && ReachedLimit.safeParse(error.params).data
  if (reached) {
    const { scope, target, resets_at: resetsAt } = reached
    const whose = scope === 'user' || scope === 'group' ? 'own' : scope
    return t(`usageLimit.${whose}`, { when: formatDateTime(parseTime(resetsAt)), name: target?.name.default })
  }
  const embedding = error instanceof ApiError && formatEmbeddingError(t, error)
  if (embedding) return embedding
  const status = error instanceof ApiError && error.code === 'SOURCE_UNREACHABLE' ? error.params['status'] : undefined
  if (status !== undefined) return t('failureWithReason', { failure: t('code.SOURCE_UNREACHABLE'), reason: t('httpStatus', { status }) })
  if (error instanceof ApiError) return t(`code.${error.code}`, { ...error.params, defaultValue: error.message || t('generic') })
  if (error instanceof NetworkError) return t('disconnected')
  return t('unknown')
}

/** What the service says of the limit that was reached. */
const ReachedLimit = z.object({
  scope: z.enum(['tenant', 'group', 'user', 'assistant', 'model']),
  target: z.object({ name: z.object({ default: z.string() }) }).nullable(),
  resets_at: z.string(),
})

/** Returns "Error (CHAT_NOT_FOUND 404)", without code and status when there was no response. */
export function formatErrorTitle(t: ErrorsT, error: unknown): string {
  return error instanceof ApiError ? t('titleWithCode', { title: t('title'), code: error.code, status: error.status }) : t('title')
}

/** Returns "The file could not be uploaded. The file is empty.", or one sentence when both are the same. */
export function formatWithReason(t: ErrorsT, failure: string, reason: string): string {
  return reason === failure ? failure : t('failureWithReason', { failure, reason })
}

/** Returns the failed action, if known, and the text of the error. */
function formatFailure(t: ErrorsT, error: unknown, failure: Failure | undefined): string {
  const reason = formatErrorMessage(t, error)
  return failure === undefined ? reason : formatWithReason(t, t(`failure.${failure}`), reason)
}

export type DescribedError = { readonly title: string; readonly message: string }

const describeError = (t: ErrorsT, error: unknown, failure: Failure | undefined): DescribedError => ({
  title: formatErrorTitle(t, error),
  message: formatFailure(t, error, failure),
})

/** Shows a failed call. An aborted one is not a failure. */
export function notifyError(t: ErrorsT, error: unknown, failure?: Failure): void {
  if (isAborted(error)) return
  notify({ kind: 'error', ...describeError(t, error, failure) })
}

/** Returns title and message of an error that the screen shows itself; null without an error. */
export function useDescribedError(error: unknown, failure?: Failure): DescribedError | null {
  const { t } = useTranslation('errors')
  return error === null || error === undefined || isAborted(error) ? null : describeError(t, error, failure)
}

/** Returns only the message, for a field. */
export const useErrorMessage = (error: unknown): string | null => useDescribedError(error)?.message ?? null
