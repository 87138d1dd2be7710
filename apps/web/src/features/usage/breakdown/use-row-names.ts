import { type UsageBreakdown, type UsageBreakdownRow, type UsageDimension, UsageFlow } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import type { NamedRow } from './breakdown-rows.ts'

/** Returns functions that name the rows of a breakdown. */
export function useRowNames() {
  const { t } = useTranslation('usage')
  const localized = useLocalized()

  function formatRowName(by: UsageDimension, { key, name }: Pick<UsageBreakdownRow, 'key' | 'name'>): string {
    if (key === null) return t('breakdown.none')
    if (by === 'flow') return t(`flow.${UsageFlow.parse(key)}`)
    if (by === 'model') return key
    return (name && localized(name)) || t('breakdown.deleted')
  }

  return {
    formatRowName,
    nameRows: ({ by, rows }: UsageBreakdown): NamedRow[] =>
      rows.map((row) => ({ ...row, id: row.key ?? '', title: formatRowName(by, row) })),
  }
}
