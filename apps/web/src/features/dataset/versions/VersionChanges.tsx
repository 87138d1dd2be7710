import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Dataset, DatasetRowChange } from '@heddle/contracts/dataset/dataset'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  const { data, ...query } = useQuery({
    ...versionQueries.changes(dataset.id, pair, { page_size: table.pageSize, page_token: table.pageToken }),
    placeholderData: keepPreviousData,
  })
  const shownPage: TablePage<DatasetRowChange> | undefined = data && { rows: data.changes, next_page_token: data.next_page_token }
  const columns = listColumns(data?.columns)
  const title = pair.to === null ? t('changes.draft', { from: pair.from }) : t('changes.title', { from: pair.from, to: pair.to })
  // Counted with the first page, which a reload of a later one has not read.
  const [counts, setCounts] = useState(data?.counts)
  if (data?.counts && data.counts !== counts) setCounts(data.counts)
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
        query={{ data: shownPage, ...query }}
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
        <Text key={id} component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span c="dimmed">
            {t('changes.cell', { column: name })}
          </Text>{' '}
          <CellDifference before={before} after={after} />
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

/** Characters of a cell that are shown at first. */
const shownCharacters = 200

/** The texts of a cell in both versions, of which each is cut by itself: a long one does not hide the other. */
function CellDifference({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('dataset')
  const [isWhole, setIsWhole] = useState(false)
  const isLong = Math.max(before.length, after.length) > shownCharacters
  const cut = (text: string) => (isWhole || text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).toWellFormed()}…`)
  return (
    <>
      {before !== '' && <del>{cut(before)}</del>} {after !== '' && <ins>{cut(after)}</ins>}
      {isLong && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'changes.showLess' : 'changes.showWhole')}
        </Button>
      )}
    </>
  )
}
