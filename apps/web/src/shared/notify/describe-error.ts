// The display rule of failed calls (specification, section 8).
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type texts from '#i18n/locales/en/errors.json'
import { ApiError, isAborted, NetworkError } from '../api/errors.ts'
import { formatDateTime, parseTime } from '../dates.ts'
import { notify } from './notify.ts'

type ErrorsT = TFunction<'errors'>

/** What was being done and could not be, where the specification has words for that beside those of the code. */
export type Failure = keyof (typeof texts)['failure']

/** What the service says beside a code that may have several causes, in `params.reason`. */
const reasons = [
  'changed_meanwhile',
  'common_password',
  'external',
  'last_super_user',
  'oneself',
  'own_name_password',
  'unchanged',
  'unknown_group',
  'wrong_account',
  'wrong_current',
  'wrong_member_id',
] as const

/** The reason where the service gives one, else the translation of the code, else what the server said, else the generic text; no connection and the unexpected have their own. */
export function errorMessage(t: ErrorsT, error: unknown): string {
  const reason = error instanceof ApiError && reasons.find((known) => known === error.params['reason'])
  if (reason) return t(`reason.${reason}`)
  const resetsAt = error instanceof ApiError && error.code === 'USAGE_LIMIT_REACHED' && error.params['resets_at']
  if (typeof resetsAt === 'string') return t('usageLimitResets', { when: formatDateTime(parseTime(resetsAt)) })
  if (error instanceof ApiError) return t(`code.${error.code}`, { defaultValue: error.message || t('generic') })
  if (error instanceof NetworkError) return t('disconnected')
  return t('unknown')
}

/** "Error (CHAT_NOT_FOUND 404)"; without code and status when there was no answer. */
export function errorTitle(t: ErrorsT, error: unknown): string {
  return error instanceof ApiError ? t('titleWithCode', { title: t('title'), code: error.code, status: error.status }) : t('title')
}

/** "The file could not be uploaded. The file is empty."; once where both say the same. */
export function withReason(t: ErrorsT, failure: string, reason: string): string {
  return reason === failure ? failure : t('failureWithReason', { failure, reason })
}

/** What could not be done where that is known, and what the error says of it. */
function failureMessage(t: ErrorsT, error: unknown, failure: Failure | undefined): string {
  const reason = errorMessage(t, error)
  return failure === undefined ? reason : withReason(t, t(`failure.${failure}`), reason)
}

export type DescribedError = { readonly title: string; readonly message: string }

const describeError = (t: ErrorsT, error: unknown, failure: Failure | undefined): DescribedError => ({
  title: errorTitle(t, error),
  message: failureMessage(t, error, failure),
})

/** Shows a failed call. An aborted one is not a failure. */
export function notifyError(t: ErrorsT, error: unknown, failure?: Failure): void {
  if (isAborted(error)) return
  notify({ kind: 'error', ...describeError(t, error, failure) })
}

/** Title and message of an error for its place on the screen, null while there is none. */
export function useDescribedError(error: unknown, failure?: Failure): DescribedError | null {
  const { t } = useTranslation('errors')
  return error === null || error === undefined || isAborted(error) ? null : describeError(t, error, failure)
}

/** The message alone, for a field that it stands at. */
export const useErrorMessage = (error: unknown): string | null => useDescribedError(error)?.message ?? null
