import type { CollectionItem } from '@heddle/contracts/collection/collection'
import { Id } from '@heddle/contracts/wire'
import { Text } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { sumSourceStates } from '#entities/collection/source-counts.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
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
import { CollectionMenu } from '../transfer/CollectionMenu.tsx'
import { CollectionBadge } from './CollectionBadge.tsx'

/** The collections of the tenant, the latest first. */
export function CollectionList() {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const formatSize = useFileSize()
  const table = useTableState({ filters: { keyword: keywordFilter, group_id: Id } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery({
    ...collectionQueries.list({ ...filters, page_size: pageSize, page_token: pageToken }),
    placeholderData: keepPreviousData,
  })
  const formatNumber = (count: number) => count.toLocaleString(tag)

  const columns: Column<CollectionItem>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: '28%',
      render: ({ id, name }) => (
        <NameWithDefault name={name}>
          <RowLink to={paths.collection(id)}>{localized(name)}</RowLink>
        </NameWithDefault>
      ),
    },
    { key: 'group', title: t('field.group'), render: ({ group }) => localized(group.name) },
    { key: 'state', title: t('field.state'), width: 150, render: (collection) => <CollectionBadge collection={collection} /> },
    { key: 'sources', title: t('field.sources'), width: 150, render: ({ sources }) => <SourceCounts sources={sources} /> },
    { key: 'chunks', title: t('field.chunks'), width: 100, render: ({ chunk_count: count }) => formatNumber(count) },
    { key: 'size', title: t('field.size'), width: 100, hiddenOnPhone: true, render: ({ size }) => (size > 0 ? formatSize(size) : null) },
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
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('search')} tableState={table} />}
        filters={<GroupFilter label={t('field.group')} value={filters.group_id} onChange={(id) => table.setFilter('group_id', id)} />}
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        renderActions={(collection) => <CollectionMenu collection={collection} />}
        empty={
          <EmptyState
            icon={<IconBooks size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'empty.filtered' : 'empty.title')}
            hint={t(table.isFiltered ? 'empty.filteredHint' : 'empty.hint')}
          />
        }
      />
    </>
  )
}

/** The number of sources, and below it how many are on their way or have failed. */
function SourceCounts({ sources }: Pick<CollectionItem, 'sources'>) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const { total, running, failed } = sumSourceStates(sources)
  return (
    <div>
      {total.toLocaleString(tag)}
      {running > 0 && (
        <Text size="xs" c="dimmed">
          {t('counts.running', { count: running })}
        </Text>
      )}
      {failed > 0 && (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('counts.failed', { count: failed })}
        </Text>
      )}
    </div>
  )
}
