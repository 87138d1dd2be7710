import { SourceLanguage } from '@heddle/contracts/collection/source'
import { languageNames } from '@heddle/contracts/languages'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { toRecurrence } from './recurrence.ts'

/** Returns formatters of a source's properties. */
export function useSourceWords() {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const formatLanguage = (language: SourceLanguage) => (language === 'other' ? t('language.other') : languageNames[language])

  return {
    formatLanguage,
    languages: SourceLanguage.options.map((value) => ({ value, label: formatLanguage(value) })),
    formatRecurrence: (seconds: number | null) => {
      if (seconds === null) return t('recurrence.never')
      const { key, count } = toRecurrence(seconds)
      return t(`recurrence.${key}`, { count, amount: count.toLocaleString(tag) })
    },
  }
}
