import type { UsageFigures } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import type { Column } from '#shared/table/table.ts'
import { countFailures, sumTokens } from '../figures.ts'
import { useUsageFormats } from '../use-usage-formats.ts'

/** Returns the columns of what was used; `sorts` names the orders that the table has. */
export function useFigureColumns<Sort extends string>(
  sorts: Partial<Record<'requests' | 'tokens' | 'cost' | 'failures', Sort>>,
): readonly Column<UsageFigures, Sort>[] {
  const { t } = useTranslation('usage')
  const { formatCount, formatCost } = useUsageFormats()
  return [
    { key: 'requests', title: t('tile.requests'), width: 130, sort: sorts.requests, render: ({ requests }) => formatCount(requests) },
    { key: 'tokens', title: t('tile.tokens'), width: 150, sort: sorts.tokens, render: (row) => formatCount(sumTokens(row)) },
    { key: 'cost', title: t('tile.cost'), width: 170, sort: sorts.cost, render: ({ cost }) => formatCost(cost) },
    { key: 'failures', title: t('tile.failures'), width: 120, sort: sorts.failures, render: (row) => formatCount(countFailures(row)) },
  ]
}
