import { Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { groupQueries, type ListedGroup } from '#entities/group/groups.queries.ts'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useLocalized, useNumberText } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { MembershipBadge } from './MembershipBadge.tsx'

/** The groups that the user may see, by name. */
export function GroupList() {
  const { t } = useTranslation('group')
  const localized = useLocalized()
  const numberText = useNumberText()
  const mayCreate = usePermission('manage_groups')
  const table = useTableState({ filters: { keyword: keywordFilter } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery({
    ...groupQueries.list({ ...filters, page_size: pageSize, page_token: pageToken }),
    placeholderData: keepPreviousData,
  })

  const columns: Column<ListedGroup>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: '30%',
      render: ({ id, name }) => (
        <NameWithDefault name={name}>
          <RowLink to={paths.group(id)}>{localized(name)}</RowLink>
        </NameWithDefault>
      ),
    },
    {
      key: 'description',
      title: t('field.description'),
      hiddenOnPhone: true,
      render: ({ description }) =>
        localized(description) ? (
          <Text component="span" inherit c="dimmed" lineClamp={2}>
            {localized(description)}
          </Text>
        ) : null,
    },
    { key: 'members', title: t('field.members'), width: 100, render: ({ member_count: count }) => numberText(count) },
    {
      key: 'membership',
      title: t('field.myRole'),
      width: 150,
      render: ({ membership }) => membership && <MembershipBadge role={membership} />,
    },
    {
      key: 'updated',
      title: t('field.updated'),
      width: 150,
      hiddenOnPhone: true,
      render: ({ updated_at: time }) => <TimeText time={time} />,
    },
  ]

  return (
    <>
      <TableToolbar tableState={table} search={<KeywordField label={t('search')} tableState={table} />} />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        empty={
          <EmptyState
            icon={<IconUsersGroup size={36} stroke={1.4} />}
            title={table.isFiltered ? t('empty.filtered') : mayCreate ? t('empty.title') : t('empty.own')}
            hint={table.isFiltered ? t('empty.filteredHint') : mayCreate ? t('empty.hint') : t('empty.ownHint')}
          />
        }
      />
    </>
  )
}
