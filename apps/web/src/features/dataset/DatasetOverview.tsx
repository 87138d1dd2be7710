import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { DatasetBadge } from './DatasetBadge.tsx'
import { VersionBadge } from './versions/VersionBadge.tsx'

/** What a dataset is and has, in a line below its name. */
export function DatasetOverview({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('dataset')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const { data: versions } = useQuery(datasetQueries.versions(dataset.id))
  const newest = versions?.[0]
  const { kind, description, group, access, row_count: rows, column_count: columns } = dataset
  const facts = [
    ...(kind === 'table' ? [] : [t(`kind.${kind}`)]),
    localized(group.name),
    t(`access.${access}`),
    t('counts.rows', { count: rows, amount: rows.toLocaleString(tag) }),
    ...(kind === 'table' ? [t('counts.columns', { count: columns, amount: columns.toLocaleString(tag) })] : []),
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
        {newest?.state === 'building' && <VersionBadge state="building" />}
      </Group>
      {newest?.state === 'failed' && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertCircle aria-hidden />}
          title={t('version.failed', { number: newest.number })}
          mb="md"
        >
          <Anchor component={Link} to={paths.dataset(dataset.id, { tab: 'versions' })} inherit>
            {t('version.failedHint')}
          </Anchor>
        </Alert>
      )}
    </>
  )
}
