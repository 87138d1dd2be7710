import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Dataset, DatasetVersion } from '@heddle/contracts/dataset/dataset'
import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useLanguage, useListText, useLocalized } from '#i18n/use-language.ts'
import { datasetRowQueries } from '../rows/dataset-rows.queries.ts'

/** What the draft has that the version in use has not: counts, and columns by name. */
export function DraftChanges({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const { data: versions } = useQuery(datasetQueries.versions(dataset.id))
  if (!versions) return null
  const active = versions.find(({ state }) => state === 'active')
  if (active) return <Changes dataset={dataset} active={active} />
  const amounts = {
    rows: t('counts.rows', { count: dataset.row_count, amount: dataset.row_count.toLocaleString(tag) }),
    columns: t('counts.columns', { count: dataset.column_count, amount: dataset.column_count.toLocaleString(tag) }),
  }
  return <Text size="sm">{t('publish.first', amounts)}</Text>
}

function Changes({ dataset, active }: { dataset: Dataset; active: DatasetVersion }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const formatList = useListText()
  const { data: before } = useQuery(datasetRowQueries.columns(dataset.id, active.number))
  if (!before) return null
  const { added, removed, changed } = compareColumns(before, dataset.columns)
  const list = (columns: readonly DatasetColumn[]) => formatList(columns.map(({ name }) => localized(name)))
  const lines = [
    ...(dataset.row_count === active.row_count
      ? []
      : [t('publish.rows', { before: active.row_count.toLocaleString(tag), after: dataset.row_count.toLocaleString(tag) })]),
    ...(added.length > 0 ? [t('publish.added', { columns: list(added) })] : []),
    ...(removed.length > 0 ? [t('publish.removed', { columns: list(removed) })] : []),
    ...(changed.length > 0 ? [t('publish.changed', { columns: list(changed) })] : []),
  ]
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('publish.since', { number: active.number })}
      </Text>
      <List size="sm" mt={4}>
        {(lines.length > 0 ? lines : [t('publish.within')]).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}

function compareColumns(before: readonly DatasetColumn[], after: readonly DatasetColumn[]) {
  const earlier = new Map(before.map((column) => [column.id, JSON.stringify(column)]))
  const ids = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !earlier.has(id)),
    removed: before.filter(({ id }) => !ids.has(id)),
    changed: after.filter((column) => earlier.has(column.id) && earlier.get(column.id) !== JSON.stringify(column)),
  }
}
