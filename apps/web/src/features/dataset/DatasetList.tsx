import { type DatasetItem, DatasetKind } from '@heddle/contracts/dataset/dataset'
import { Id } from '@heddle/contracts/wire'
import { Text } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { GroupFilter } from '#entities/group/GroupFilter.tsx'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { NameWithDefault } from '#shared/table/NameWithDefault.tsx'
import { RowLink } from '#shared/table/RowLink.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { keywordFilter, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { DatasetBadge } from './DatasetBadge.tsx'
import { DatasetMenu } from './transfer/DatasetMenu.tsx'

/** The datasets of the tenant, the latest first. */
export function DatasetList() {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const table = useTableState({ filters: { keyword: keywordFilter, kind: DatasetKind, group_id: Id } })
  const { filters, pageSize, pageToken } = table
  const query = useQuery({
    ...datasetQueries.list({ ...filters, page_size: pageSize, page_token: pageToken }),
    placeholderData: keepPreviousData,
  })
  const formatNumber = (count: number) => count.toLocaleString(tag)

  const columns: Column<DatasetItem>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      width: '28%',
      render: ({ id, name }) => (
        <NameWithDefault name={name}>
          <RowLink to={paths.dataset(id)}>{localized(name)}</RowLink>
        </NameWithDefault>
      ),
    },
    { key: 'kind', title: t('field.kind'), width: 150, render: ({ kind }) => t(`kind.${kind}`) },
    { key: 'group', title: t('field.group'), render: ({ group }) => localized(group.name) },
    { key: 'version', title: t('field.version'), width: 190, render: (dataset) => <PublishedVersion dataset={dataset} /> },
    { key: 'rows', title: t('field.rows'), width: 100, render: ({ row_count: count }) => formatNumber(count) },
    {
      key: 'columns',
      title: t('field.columns'),
      width: 100,
      render: ({ kind, column_count: count }) => (kind === 'table' ? formatNumber(count) : null),
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
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('search')} tableState={table} />}
        filters={
          <>
            <FilterSelect
              label={t('field.kind')}
              data={DatasetKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
              value={filters.kind}
              onChange={(kind) => table.setFilter('kind', kind)}
            />
            <GroupFilter label={t('field.group')} value={filters.group_id} onChange={(id) => table.setFilter('group_id', id)} />
          </>
        }
      />
      <ServerTable
        label={t('title')}
        columns={columns}
        query={query}
        tableState={table}
        renderActions={(dataset) => <DatasetMenu dataset={dataset} />}
        empty={
          <EmptyState
            icon={<IconTable size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'empty.filtered' : 'empty.title')}
            hint={t(table.isFiltered ? 'empty.filteredHint' : 'empty.hint')}
          />
        }
      />
    </>
  )
}

function PublishedVersion({ dataset }: { dataset: DatasetItem }) {
  const { t } = useTranslation('dataset')
  return (
    <div>
      <DatasetBadge dataset={dataset} />
      {dataset.published_version !== null && dataset.has_changes && (
        <Text size="xs" c="dimmed">
          {t('state.changed')}
        </Text>
      )}
    </div>
  )
}
