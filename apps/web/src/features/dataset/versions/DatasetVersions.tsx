import type { Dataset, DatasetVersion } from '@heddle/contracts/dataset/dataset'
import { Button, Group, Text } from '@mantine/core'
import { IconGitCompare, IconHistory, IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { confirm } from '#shared/notify/confirm.ts'
import { notify } from '#shared/notify/notify.ts'
import { ServerTable } from '#shared/table/ServerTable.tsx'
import type { Column } from '#shared/table/table.ts'
import { TimeText } from '#shared/table/TimeText.tsx'
import { useTableState } from '#shared/table/use-table-state.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { CellErrors } from '../CellErrors.tsx'
import { useRestoreDatasetVersion } from '../dataset-edit.queries.ts'
import type { VersionPair } from './dataset-versions.queries.ts'
import { VersionBadge } from './VersionBadge.tsx'
import { VersionChanges } from './VersionChanges.tsx'

type Row = DatasetVersion & { readonly id: string }

/** What the address says that the changes of are shown: a version, or the draft. */
const shownFilters = { changes: z.string().max(12) }

/** The versions that are kept, or what one of them has changed. */
export function DatasetVersions({ dataset }: { dataset: Dataset }) {
  const { filters, setFilter } = useTableState({ filters: shownFilters })
  const { data: versions } = useQuery(datasetQueries.versions(dataset.id))
  const pair = filters.changes === undefined || !versions ? null : findPair(versions, filters.changes)
  if (pair) return <VersionChanges dataset={dataset} pair={pair} onClose={() => setFilter('changes', null)} />
  return <VersionList dataset={dataset} onCompare={(changes) => setFilter('changes', String(changes))} />
}

/** Returns a version with the one before it, or the newest one with the draft; null where there is none before. */
function findPair(versions: readonly DatasetVersion[], changes: string): VersionPair | null {
  const numbers = versions.map(({ number }) => number)
  const to = changes === 'draft' ? null : Number(changes)
  const from = to === null ? numbers[0] : numbers[numbers.indexOf(to) + 1]
  if (from === undefined) return null
  return to === null || numbers.includes(to) ? { from, to } : null
}

/** The newest first; each can be restored into the draft. */
function VersionList({ dataset, onCompare }: { dataset: Dataset; onCompare: (changes: number | 'draft') => void }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const table = useTableState({ filters: {} })
  const restore = useRestoreDatasetVersion(dataset)
  const { data, ...query } = useQuery({
    ...datasetQueries.versions(dataset.id),
    select: (versions) => ({ rows: versions.map((version): Row => ({ ...version, id: String(version.number) })), isWhole: true }),
  })

  async function handleRestore({ number }: Row) {
    const isRestored = await confirm({
      title: t('restore.title', { number }),
      message: dataset.has_changes ? t('restore.messageChanged', { number }) : t('restore.message', { number }),
      confirmLabel: t('restore.action'),
      width: 440,
      act: () => restore.mutateAsync(number),
    })
    if (isRestored) notify({ kind: 'success', message: t('restore.done', { number }) })
  }

  const columns: Column<Row>[] = [
    { key: 'number', title: t('version.number'), isRowHeader: true, render: (version) => <NumberAndNote version={version} /> },
    { key: 'state', title: t('version.state'), width: '30%', render: (version) => <State datasetId={dataset.id} version={version} /> },
    { key: 'rows', title: t('field.rows'), width: 90, render: ({ row_count: count }) => count.toLocaleString(tag) },
    { key: 'columns', title: t('field.columns'), width: 90, render: ({ column_count: count }) => count.toLocaleString(tag) },
    { key: 'author', title: t('version.author'), width: 140, render: ({ created_by: author }) => author && localized(author.name) },
    { key: 'time', title: t('version.time'), width: 150, render: ({ created_at: time }) => <TimeText time={time} /> },
  ]

  const oldest = data?.rows.at(-1)?.number

  return (
    <>
      {dataset.has_changes && oldest !== undefined && (
        <Button mb="sm" variant="default" leftSection={<IconGitCompare size={18} aria-hidden />} onClick={() => onCompare('draft')}>
          {t('changes.ofDraft')}
        </Button>
      )}
      <ServerTable
        label={t('tab.versions')}
        columns={columns}
        query={{ data, ...query }}
        tableState={table}
        empty={<EmptyState icon={<IconHistory size={36} stroke={1.4} />} title={t('version.none')} hint={t('version.noneHint')} />}
        renderActions={(version) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {version.number !== oldest && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconGitCompare size={16} aria-hidden />}
                aria-label={t('changes.of', { number: version.number })}
                onClick={() => onCompare(version.number)}
              >
                {t('changes.open')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRestore size={16} aria-hidden />}
              aria-label={t('restore.of', { number: version.number })}
              onClick={() => void handleRestore(version)}
            >
              {t('restore.action')}
            </Button>
          </Group>
        )}
      />
    </>
  )
}

function NumberAndNote({ version: { number, note } }: { version: DatasetVersion }) {
  const { t } = useTranslation('dataset')
  return (
    <>
      <Text component="span" size="sm" fw={550}>
        {t('state.published', { number })}
      </Text>
      {note !== '' && (
        <Text component="span" display="block" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
    </>
  )
}

function State({ datasetId, version: { state, failure } }: { datasetId: string; version: DatasetVersion }) {
  return (
    <div>
      <VersionBadge state={state} />
      {failure && (
        <Text component="p" size="xs" mt={4} c="var(--mantine-color-error)">
          <CellErrors datasetId={datasetId} params={failure.params} />
        </Text>
      )}
    </div>
  )
}
