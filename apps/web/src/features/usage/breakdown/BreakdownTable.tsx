import { isErrorCode } from '@heddle/contracts/errors'
import { UsageDimension, type UsageReport } from '@heddle/contracts/usage/usage-report'
import { Select, Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useLanguage } from '#i18n/use-language.ts'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { Section } from '#shared/ui/layout/Section.tsx'
import { sumTokens } from '../figures.ts'
import { type ExportFilters, UsageExportMenu } from '../UsageExportMenu.tsx'
import { useUsageFormats } from '../use-usage-formats.ts'
import classes from '../Usage.module.css'
import { type BreakdownSort, breakdownSorts, type NamedRow, pageRows } from './breakdown-rows.ts'
import { useFigureColumns } from './use-figure-columns.tsx'
import { useRowNames } from './use-row-names.ts'

type BreakdownTableProps = {
  query: Pick<UseQueryResult<UsageReport>, 'isPlaceholderData' | 'refetch'>
  report: UsageReport
  exportFilters: ExportFilters | undefined
}

/** The usage by user, group, assistant and so on; a click on a row shows the usage of that one alone. */
export function BreakdownTable({ query, report, exportFilters }: BreakdownTableProps) {
  const { t } = useTranslation('usage')
  const { tag } = useLanguage()
  const { formatCount } = useUsageFormats()
  const { nameRows } = useRowNames()
  const [search] = useSearchParams()
  const table = useTableState({
    filters: { by: UsageDimension, keyword: keywordFilter },
    sorts: breakdownSorts,
    defaultSort: { by: 'tokens', direction: 'desc' },
  })
  const { filters, sort = { by: 'tokens', direction: 'desc' }, pageSize, pageToken } = table
  const figureColumns = useFigureColumns<BreakdownSort>({ requests: 'requests', tokens: 'tokens', cost: 'cost', failures: 'failures' })
  const breakdown = report.breakdowns.find(({ by }) => by === filters.by) ?? report.breakdowns[0]
  if (!breakdown) return null

  const { by, other } = breakdown
  const page = pageRows(nameRows(breakdown), {
    keyword: filters.keyword ?? '',
    sort,
    collator: new Intl.Collator(tag),
    pageSize,
    pageToken,
  })

  function addFilter(name: string, value: string) {
    const next = new URLSearchParams(search)
    for (const dropped of ['by', 'keyword', 'page']) next.delete(dropped)
    next.set(name, value)
    return `?${next.toString()}`
  }

  const columns: readonly Column<NamedRow, BreakdownSort>[] = [
    {
      key: 'name',
      title: t(`dimension.${by}`),
      isRowHeader: true,
      sort: 'name',
      render: ({ key, title }) =>
        key === null || (by === 'error' && !isErrorCode(key)) ? title : <RowLink to={addFilter(by, key)}>{title}</RowLink>,
    },
    ...figureColumns,
  ]

  return (
    <Section title={t('breakdown.title')}>
      <div className={classes.range} role="search" aria-label={t('breakdown.search')}>
        <Select
          aria-label={t('breakdown.by')}
          w={190}
          checkIconPosition="right"
          comboboxProps={{ shadow: 'md' }}
          data={report.breakdowns.map(({ by: value }) => ({ value, label: t(`dimension.${value}`) }))}
          value={by}
          onChange={(value) => table.setFilter('by', value)}
        />
        <KeywordField label={t('breakdown.search')} tableState={table} />
        {exportFilters && <UsageExportMenu table={by} filters={exportFilters} />}
      </div>
      <ServerTable
        label={t('breakdown.title')}
        columns={columns}
        query={{ data: page, error: null, isPending: false, isPlaceholderData: query.isPlaceholderData, refetch: query.refetch }}
        tableState={table}
        empty={<EmptyState icon={<IconTable size={36} stroke={1.4} />} title={t('breakdown.empty')} />}
      />
      {other && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('breakdown.other', { count: other.keys, keys: formatCount(other.keys), tokens: formatCount(sumTokens(other)) })}
        </Text>
      )}
    </Section>
  )
}
