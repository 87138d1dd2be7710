import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { DatasetBadge } from './DatasetBadge.tsx'

/** What a dataset is and has, in a line below its name. */
export function DatasetOverview({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { description, group, access, row_count: rows, column_count: columns } = dataset
  const facts = [
    localized(group.name),
    t(`access.${access}`),
    t('counts.rows', { count: rows, amount: rows.toLocaleString(tag) }),
    t('counts.columns', { count: columns, amount: columns.toLocaleString(tag) }),
    ...(dataset.has_changes && dataset.published_version !== null ? [t('state.changed')] : []),
  ]
  return (
    <>
      {localized(description) && (
        <Text c="dimmed" maw={760} mb="sm">
          {localized(description)}
        </Text>
      )}
      <Group gap="xs" mb="md">
        <DatasetBadge dataset={dataset} />
        <Text component="span" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </Group>
    </>
  )
}
