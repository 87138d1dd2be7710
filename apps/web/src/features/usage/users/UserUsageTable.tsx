import type { UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { type UserUsage, userUsageSorts } from '@heddle/contracts/usage/usage-report'
import { Id } from '@heddle/contracts/wire'
import { Badge, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { EmailText } from '#shared/table/EmailText.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { useFigureColumns } from '../breakdown/use-figure-columns.tsx'
import { UsageExportMenu } from '../UsageExportMenu.tsx'
import { usageQueries } from '../usage.queries.ts'
import { UsageRangeBar } from '../UsageRangeBar.tsx'
import { useUsageFormats } from '../use-usage-formats.ts'
import { useUsageRange } from '../use-usage-range.ts'

/** Says that one of the limits is reached, else that one is near. */
function LimitBadge({ states }: { states: readonly UsageLimitState[] }) {
  const { t } = useTranslation('usage')
  if (states.length === 0) return null
  const isReached = states.some(({ is_reached: reached }) => reached)
  return (
    <Badge ml="xs" variant="light" color={isReached ? 'red' : 'yellow'} tt="none" fw={550}>
      {t(isReached ? 'users.limitReached' : 'users.limitNear')}
    </Badge>
  )
}

type Sort = (typeof userUsageSorts)[number]

/** The users with what they have used in a range; a click on one shows that usage by expert, model and day. */
export function UserUsageTable({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('usage')
  const localized = useLocalized()
  const { formatCount, formatChange } = useUsageFormats()
  const range = useUsageRange(timeZone)
  const table = useTableState({
    filters: { keyword: keywordFilter, group: Id },
    sorts: userUsageSorts,
    defaultSort: { by: 'tokens', direction: 'desc' },
  })
  const { filters, sort, pageSize, pageToken } = table
  const selection = { ...range.days, group_id: filters.group }
  const query = useQuery(
    usageQueries.users({
      ...selection,
      keyword: filters.keyword,
      sort: sort?.by,
      direction: sort?.direction,
      page_size: pageSize,
      page_token: pageToken,
    }),
  )
  const { data: nearLimits } = useQuery(usageQueries.nearLimits(query.data?.rows.map(({ id }) => id) ?? []))
  const figureColumns = useFigureColumns<Sort>({ requests: 'requests', tokens: 'tokens', cost: 'cost', failures: 'failures' })

  function formatPrevious({ previous: { tokens }, input_tokens: input, output_tokens: output }: UserUsage) {
    const change = formatChange(input + output, tokens)
    return change === null ? formatCount(tokens) : t('tile.changed', { before: formatCount(tokens), change })
  }

  const columns: readonly Column<UserUsage & { id: string }, Sort>[] = [
    {
      key: 'name',
      title: t('dimension.user'),
      isRowHeader: true,
      sort: 'name',
      render: ({ user: { id, name, email } }) => (
        <>
          <RowLink to={paths.usageSummary({ range: range.range, user: id })}>{(name && localized(name)) || t('breakdown.deleted')}</RowLink>
          <LimitBadge states={nearLimits?.flatMap(({ subject, state }) => (subject.id === id ? [state] : [])) ?? []} />
          {email && (
            <Text size="xs" c="dimmed" fw={400}>
              <EmailText email={email} />
            </Text>
          )}
        </>
      ),
    },
    ...figureColumns,
    { key: 'previous', title: t('users.previous'), width: 170, render: formatPrevious },
    { key: 'lastUsed', title: t('users.lastUsed'), width: 130, sort: 'last_used_on', render: ({ last_used_on: day }) => day },
  ]

  return (
    <>
      <UsageRangeBar range={range} timeZone={timeZone} previous={query.data?.previous} />
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('users.search')} tableState={table} />}
        filters={
          <>
            <GroupFilter label={t('dimension.group')} w={190} value={filters.group} onChange={(id) => table.setFilter('group', id)} />
            <UsageExportMenu table="user" filters={selection} />
          </>
        }
      />
      <ServerTable
        label={t('users.title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={
          <EmptyState
            icon={<IconUsers size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'breakdown.empty' : 'empty.title')}
            hint={table.isFiltered ? undefined : t('empty.hint')}
          />
        }
      />
    </>
  )
}
