import type { PageWarning } from '@heddle/contracts/collection/source'
import { useTranslation } from 'react-i18next'
import { isWorkbook } from '#entities/document/text/text-kind.ts'

/** Returns a function that says why a page or sheet of a file of this type has no text. */
export function usePageProblem(mediaType: string | null) {
  const { t } = useTranslation('passage')
  return ({ page, verdict }: PageWarning): string =>
    t(verdict === 'empty' && isWorkbook(mediaType) ? 'warnings.emptySheet' : `warnings.${verdict}`, { page })
}
