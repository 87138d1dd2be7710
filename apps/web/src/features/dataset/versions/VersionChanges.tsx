import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Dataset, DatasetRowChange } from '@heddle/contracts/dataset/dataset'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column, TablePage } from '#shared/table/table.ts'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { writeCell } from '../grid/model/cell-text.ts'
import { type VersionPair, versionQueries } from './dataset-versions.queries.ts'

/** Cells of a row that are shown. */
const shownCells = 12

type ChangeKind = 'added' | 'changed' | 'removed'
const colors: Readonly<Record<ChangeKind, string>> = { added: 'teal', changed: 'blue', removed: 'red' }

const findKind = ({ before, after }: DatasetRowChange): ChangeKind => (before === null ? 'added' : after === null ? 'removed' : 'changed')

/** The rows that differ between two versions, with the cells that do. */
export function VersionChanges({ dataset, pair, onClose }: { dataset: Dataset; pair: VersionPair; onClose: () => void }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const table = useTableState({ filters: {} })
  const first = useQuery(versionQueries.changes(dataset.id, pair, {}))
  const { data, ...query } = useQuery({
    ...versionQueries.changes(dataset.id, pair, { page_size: table.pageSize, page_token: table.pageToken }),
    placeholderData: keepPreviousData,
    select: ({ changes, next_page_token }): TablePage<DatasetRowChange> => ({ rows: changes, next_page_token }),
  })
  const columns = listColumns(first.data?.columns)
  const title = pair.to === null ? t('changes.draft', { from: pair.from }) : t('changes.title', { from: pair.from, to: pair.to })
  const counts = first.data?.counts
  const format = (count: number) => count.toLocaleString(tag)

  const shown: Column<DatasetRowChange>[] = [
    { key: 'row', title: t('changes.row'), width: 90, isRowHeader: true, render: ({ row_no: row }) => row.toLocaleString(tag) },
    { key: 'kind', title: t('changes.kind'), width: 130, render: (change) => <KindBadge kind={findKind(change)} /> },
    { key: 'cells', title: t('changes.cells'), render: (change) => <ChangedCells change={change} columns={columns} /> },
  ]

  return (
    <section aria-labelledby="version-changes">
      <Group mb="sm" gap="sm">
        <Button variant="default" size="compact-sm" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          {t('changes.back')}
        </Button>
        <Title order={2} size="h4" id="version-changes">
          {title}
        </Title>
      </Group>
      {counts && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('changes.counts', { added: format(counts.added), changed: format(counts.changed), removed: format(counts.removed) })}
        </Text>
      )}
      <ServerTable
        label={title}
        columns={shown}
        query={{ data, ...query }}
        tableState={table}
        empty={<EmptyState icon={<IconHistory size={36} stroke={1.4} />} title={t('changes.none')} hint={t('changes.noneHint')} />}
      />
    </section>
  )
}

type ComparedColumns = { readonly before: readonly DatasetColumn[]; readonly after: readonly DatasetColumn[] }

/** The columns of both versions: those of the later one in their order, then those that it does not have. */
function listColumns(columns: ComparedColumns | undefined): readonly DatasetColumn[] {
  if (!columns) return []
  const ids = new Set(columns.after.map(({ id }) => id))
  return [...columns.after, ...columns.before.filter(({ id }) => !ids.has(id))]
}

function KindBadge({ kind }: { kind: ChangeKind }) {
  const { t } = useTranslation('dataset')
  return (
    <Badge variant="dot" color={colors[kind]} tt="none" fw={500} style={{ maxWidth: 'none', minWidth: 'max-content' }}>
      {t(`changes.${kind}`)}
    </Badge>
  )
}

function ChangedCells({ change, columns }: { change: DatasetRowChange; columns: readonly DatasetColumn[] }) {
  const { t } = useTranslation('dataset')
  const localized = useLocalized()
  const words = { yes: t('grid.yes'), no: t('grid.no') }
  const write = (cells: DatasetRowChange['before'], id: string) => writeCell({ value: cells?.[id] ?? null }, words)
  const cells = columns
    .map(({ id, name }) => ({ id, name: localized(name), before: write(change.before, id), after: write(change.after, id) }))
    .filter(({ before, after }) => before !== after)
  const rest = cells.length - shownCells
  return (
    <>
      {cells.slice(0, shownCells).map(({ id, name, before, after }) => (
        <Text key={id} component="div" size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed">
            {t('changes.cell', { column: name })}
          </Text>{' '}
          {before !== '' && <del>{before}</del>} {after !== '' && <ins>{after}</ins>}
        </Text>
      ))}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {t('changes.more', { count: rest })}
        </Text>
      )}
    </>
  )
}
