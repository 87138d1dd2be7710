import type { CitedCell, CitedColumn } from '@heddle/contracts/message/cited-rows'
import type { UnitId } from '@heddle/units/units'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { formatCell } from './cited-cell.ts'

/** Returns a formatter of cells in the reader's language. */
export function useFormatCell() {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  return (cell: CitedCell, column: CitedColumn, unit: UnitId | null): string =>
    typeof cell === 'boolean' ? t(cell ? 'sources.rows.yes' : 'sources.rows.no') : formatCell(cell, column, { to: unit, tag })
}
