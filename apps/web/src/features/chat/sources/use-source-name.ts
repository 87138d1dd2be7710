import type { MessageSource } from '@heddle/contracts/message'
import { useTranslation } from 'react-i18next'

/** What a source is called: its file and page, as far as they are known. */
export function useSourceName() {
  const { t } = useTranslation('chat')
  return ({ title, page }: Pick<MessageSource, 'title' | 'page'>): string => {
    const name = title || t('sources.unnamed')
    return page === null ? name : t('sources.nameAtPage', { name, page })
  }
}
