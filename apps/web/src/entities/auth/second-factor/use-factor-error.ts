import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '#shared/notify/describe-error.ts'
import { PasskeyError } from './passkeys.ts'

/** Returns why a proof was not taken, or a factor not added, in words; null without an error. */
export function useFactorError(error: unknown): string | null {
  const { t } = useTranslation('factor')
  const message = useErrorMessage(error)
  return error instanceof PasskeyError ? t(`passkey.failure.${error.failure}`) : message
}
