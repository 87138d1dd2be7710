import type { SearchResult } from '@heddle/contracts/retrieval/search'
import { useTranslation } from 'react-i18next'

/** Returns a function that says where a passage stands in its source; '' when that is not known. */
export function useRankText() {
  const { t } = useTranslation('retrieval')
  return ({ heading_path: headings, page }: Pick<SearchResult['chunk'], 'heading_path' | 'page'>): string =>
    [...headings, ...(page === null ? [] : [t('result.page', { page })])].join(' › ')
}
