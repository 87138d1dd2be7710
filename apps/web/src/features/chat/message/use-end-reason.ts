import type { Message } from '@heddle/contracts/message/message'
import { useTranslation } from 'react-i18next'

/** Returns the function that explains the error of a reply; null for an interruption that has no more to tell than itself. */
export function useEndReason() {
  const { t } = useTranslation('errors')
  return ({ status, error }: Pick<Message, 'status' | 'error'>): string | null => {
    if (status === 'interrupted' && (!error || error.code === 'CHAT_REPLY_INTERRUPTED')) return null
    return error ? t(`code.${error.code}`, { defaultValue: error.message || t('generic') }) : t('generic')
  }
}
