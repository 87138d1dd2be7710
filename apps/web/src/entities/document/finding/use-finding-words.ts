import type { ReadingFinding } from '@heddle/contracts/document/reading'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { isWorkbook } from '../text/text-kind.ts'

/** Returns functions that say what could not be read of a file of this type, and where it is first; '' where it has no place. */
export function useFindingWords(mediaType: string | null) {
  const { t } = useTranslation('reading')
  const { tag } = useLanguage()
  const unit = isWorkbook(mediaType) ? 'sheet' : 'page'
  return {
    describe: ({ kind, count }: ReadingFinding): string => t(`finding.${kind}`, { count, amount: count.toLocaleString(tag) }),
    locate: ({ first }: ReadingFinding): string => {
      const { page = null, at = null } = first ?? {}
      if (page === null) return at === null ? '' : t('first.at', { at })
      return at === null ? t(`first.${unit}`, { page }) : t(`first.${unit}At`, { page, at })
    },
  }
}
