import { isErrorCode } from '@heddle/contracts/errors'
import { type UsageBreakdown, type UsageBreakdownRow, type UsageDimension, UsageFlow } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import type { NamedRow } from './breakdown-rows.ts'

/** Returns functions that name the rows of a breakdown. */
export function useRowNames() {
  const { t } = useTranslation('usage')
  const { t: tErrors } = useTranslation('errors')
  const localized = useLocalized()

  /** What people are told of an error, with its code, by which operators know it. */
  function formatError(code: string | null): string {
    if (code === null) return t('breakdown.unknownError')
    if (!isErrorCode(code)) return code
    return t('breakdown.error', { text: code === 'UNKNOWN' ? t('breakdown.unknownError') : tErrors(`code.${code}`), code })
  }

  function formatRowName(by: UsageDimension, { key, name }: Pick<UsageBreakdownRow, 'key' | 'name'>): string {
    if (by === 'error') return formatError(key)
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
