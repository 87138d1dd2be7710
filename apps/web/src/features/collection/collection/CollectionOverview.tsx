import type { Collection } from '@heddle/contracts/collection/collection'
import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sumSourceStates } from '#entities/collection/source-counts.ts'
import { useLanguage, useLocalized } from '#i18n/use-language.ts'
import { useFileSize } from '#shared/files/use-file-size.ts'
import { paths } from '#shared/paths.ts'
import { CollectionBadge } from './CollectionBadge.tsx'

/** What a collection is and has, in a line below its name. */
export function CollectionOverview({ collection }: { collection: Collection }) {
  const { t } = useTranslation('knowledge')
  const { tag } = useLanguage()
  const localized = useLocalized()
  const formatSize = useFileSize()
  const { id, description, group, access, chunk_count: chunks, size, index, is_paused: isPaused } = collection
  const { total, running, failed } = sumSourceStates(collection.sources)
  const facts = [
    localized(group.name),
    t(`access.${access}`),
    t('transfer.sources', { count: total, amount: total.toLocaleString(tag) }),
    t('counts.chunks', { count: chunks, amount: chunks.toLocaleString(tag) }),
    ...(size > 0 ? [formatSize(size)] : []),
    index.embedding_model ?? t('model.wordsOnly'),
  ]
  return (
    <>
      {localized(description) && (
        <Text c="dimmed" maw={760} mb="sm">
          {localized(description)}
        </Text>
      )}
      <Group gap="xs" mb="md">
        <CollectionBadge collection={collection} />
        <Text component="span" size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {running > 0 && (
          <Anchor component={Link} to={paths.collection(id, { state: 'running' })} size="sm">
            {t('counts.running', { count: running })}
          </Anchor>
        )}
        {failed > 0 && (
          <Anchor component={Link} to={paths.collection(id, { state: 'failed' })} size="sm" c="var(--mantine-color-error)">
            {t('counts.failed', { count: failed })}
          </Anchor>
        )}
        <Anchor component={Link} to={paths.retrievalTest(id)} size="sm">
          {t('testRetrieval')}
        </Anchor>
      </Group>
      {isPaused && (
        <Alert color="brand" variant="light" icon={<IconPlayerPause />} title={t('paused.title')} mb="md">
          {t('paused.hint')}
        </Alert>
      )}
    </>
  )
}
