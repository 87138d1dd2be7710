import { DoubtKind } from '@heddle/contracts/document/doubt'
import type { Collection, SourceState } from '@heddle/contracts/collection/collection'
import { FindingKind } from '@heddle/contracts/document/reading'
import { type Source, type SourceAction, SourceKind } from '@heddle/contracts/collection/source'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { sumSourceStates, runningStates } from '#entities/collection/source-counts.ts'
import { sourceQueries } from '#entities/collection/sources.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { FilterSelect } from '#shared/table/FilterSelect.tsx'
import { KeywordField } from '#shared/table/KeywordField.tsx'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TableToolbar } from '#shared/table/TableToolbar.tsx'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useSelection } from '#shared/table/use-selection.ts'
import { keywordFilter, type TableState, useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { EditSourceDialog } from './EditSourceDialog.tsx'
import { useActOnSources } from './source-edit.queries.ts'
import { SourceBulkBar } from './SourceBulkBar.tsx'
import { SourceMenu } from './SourceMenu.tsx'
import { SourceStateCell } from './SourceStateCell.tsx'
import { SourceTitle } from './SourceTitle.tsx'
import { TagSourcesDialog } from './TagSourcesDialog.tsx'

/** By time of creation unless one is chosen. */
const sorts = ['title', 'size', 'updated'] as const
type Sort = (typeof sorts)[number]

/** The states that the filter tells apart. */
const statesByFilter = {
  running: runningStates,
  indexed: ['indexed'],
  failed: ['failed'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly SourceState[]>

const StateFilter = z.enum(['running', 'indexed', 'failed', 'cancelled'])

/** `doubtful`: any of the kinds by which a text is doubtful. */
const FindingFilter = z.enum(['doubtful', ...FindingKind.options])

const filterSchemas = { keyword: keywordFilter, state: StateFilter, kind: SourceKind, tag: z.string().min(1), findings: FindingFilter }

/** The sources of a collection, the latest first; what is on its way is followed live. */
export function SourceTable({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const formatSize = useFileSize()
  const table = useTableState({
    filters: filterSchemas,
    sorts,
  })
  const { filters, sort, pageSize, pageToken } = table
  const query = useQuery(
    sourceQueries.list(collection.id, {
      keyword: filters.keyword,
      tag: filters.tag,
      ...(filters.state && { state: [...statesByFilter[filters.state]] }),
      ...(filters.kind && { kind: [filters.kind] }),
      ...(filters.findings && { findings: filters.findings === 'doubtful' ? DoubtKind.options : [filters.findings] }),
      ...(sort && { sort: sort.by, direction: sort.direction }),
      page_size: pageSize,
      page_token: pageToken,
    }),
  )
  const selection = useSelection(query.data?.rows ?? [])
  const [edited, setEdited] = useState<Source | null>(null)
  const [isTagging, setIsTagging] = useState(false)
  const act = useActOnSources(collection.id, { silent: false })
  const remove = useActOnSources(collection.id)
  const knownTags = query.data?.tags ?? []

  function handleAct(sources: readonly Source[], action: SourceAction) {
    act.mutate(
      { sources, action },
      { onSuccess: (count) => notify({ kind: 'success', message: t('bulk.done', { count }), timeout: 1_500 }) },
    )
  }

  async function handleDelete(sources: readonly Source[]) {
    const [first] = sources
    const isDeleted = await confirm({
      title: sources.length === 1 && first ? t('delete.title', { name: first.title }) : t('deleteSources.title', { count: sources.length }),
      message: t('deleteSources.message'),
      confirmLabel: t('menu.delete'),
      width: 440,
      danger: true,
      act: () => remove.mutateAsync({ sources, action: { action: 'delete' } }),
    })
    if (isDeleted) notify({ kind: 'success', message: t('deleteSources.done', { count: sources.length }), timeout: 1_500 })
  }

  const columns: Column<Source, Sort>[] = [
    {
      key: 'title',
      title: t('field.title'),
      isRowHeader: true,
      sort: 'title',
      render: (source) => <SourceTitle collectionId={collection.id} source={source} />,
    },
    { key: 'state', title: t('field.state'), width: 240, render: (source) => <SourceStateCell source={source} /> },
    {
      key: 'chunks',
      title: t('field.chunks'),
      width: 100,
      render: ({ chunk_count: count }) => (count > 0 ? count.toLocaleString(tag) : null),
    },
    {
      key: 'size',
      title: t('field.size'),
      width: 110,
      sort: 'size',
      hiddenOnPhone: true,
      render: ({ size }) => (size > 0 ? formatSize(size) : null),
    },
    {
      key: 'updated',
      title: t('field.updated'),
      width: 150,
      sort: 'updated',
      hiddenOnPhone: true,
      render: ({ updated_at: time }) => <TimeText time={time} />,
    },
  ]

  return (
    <>
      <TableToolbar
        tableState={table}
        search={<KeywordField label={t('searchSources')} tableState={table} />}
        filters={<SourceFilters table={table} counts={collection.sources} knownTags={knownTags} />}
      />
      <ServerTable
        label={t('field.sources')}
        columns={columns}
        query={query}
        tableState={table}
        selection={selection}
        formatRowName={({ title }) => title}
        isQuiet={({ enabled }) => !enabled}
        renderActions={(source) => (
          <SourceMenu
            collectionId={collection.id}
            source={source}
            onEdit={() => setEdited(source)}
            onAct={(action) => handleAct([source], action)}
            onDelete={() => void handleDelete([source])}
          />
        )}
        empty={
          <EmptyState
            icon={<IconFiles size={36} stroke={1.4} />}
            title={t(table.isFiltered ? 'noSources.filtered' : 'noSources.title')}
            hint={t(table.isFiltered ? 'empty.filteredHint' : 'noSources.hint')}
          />
        }
      />
      <SourceBulkBar
        selection={selection}
        isBusy={act.isPending}
        onAct={handleAct}
        onTag={() => setIsTagging(true)}
        onDelete={() => void handleDelete(selection.selected)}
      />
      {edited && <EditSourceDialog collectionId={collection.id} source={edited} knownTags={knownTags} onClose={() => setEdited(null)} />}
      {isTagging && (
        <TagSourcesDialog
          collectionId={collection.id}
          sources={selection.selected}
          knownTags={knownTags}
          onClose={() => setIsTagging(false)}
        />
      )}
    </>
  )
}

type SourceFiltersProps = {
  table: TableState<typeof filterSchemas, Sort>
  counts: Collection['sources']
  knownTags: readonly string[]
}

function SourceFilters({ table, counts, knownTags }: SourceFiltersProps) {
  const { t } = useTranslation('knowledge')
  const { t: tReading } = useTranslation('reading')
  const { tag } = useLanguage()
  const { filters } = table
  const { running } = sumSourceStates(counts)
  const countOf = { running, indexed: 0, failed: 0, cancelled: 0, ...counts }
  return (
    <>
      <FilterSelect
        label={t('field.state')}
        w={180}
        data={StateFilter.options.map((value) => ({
          value,
          label: t('filter.counted', { label: t(`filter.${value}`), amount: countOf[value].toLocaleString(tag) }),
        }))}
        value={filters.state}
        onChange={(state) => table.setFilter('state', state)}
      />
      <FilterSelect
        label={t('field.kind')}
        w={140}
        data={SourceKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={filters.kind}
        onChange={(kind) => table.setFilter('kind', kind)}
      />
      <FilterSelect
        label={tReading('filter.label')}
        w={180}
        data={FindingFilter.options.map((value) => ({
          value,
          label: value === 'doubtful' ? tReading('filter.doubtful') : tReading(`kind.${value}`),
        }))}
        value={filters.findings}
        onChange={(chosen) => table.setFilter('findings', chosen)}
      />
      {(knownTags.length > 0 || filters.tag) && (
        <FilterSelect
          label={t('field.tag')}
          w={150}
          searchable
          data={[...new Set([...knownTags, ...(filters.tag ? [filters.tag] : [])])]}
          value={filters.tag}
          onChange={(chosen) => table.setFilter('tag', chosen)}
        />
      )}
    </>
  )
}
