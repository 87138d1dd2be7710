import { Skeleton } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { collectionQueries } from '#entities/knowledge/collections.queries.ts'
import { RetrievalTest } from '#features/knowledge/retrieval-test/RetrievalTest.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#shared/ui/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function RetrievalTestPage() {
  const { t } = useTranslation('retrieval')
  const { t: tKnowledge } = useTranslation('knowledge')
  const localized = useLocalized()
  const { id = '' } = useParams()
  const { data: collection, error, isPending, refetch } = useQuery(collectionQueries.detail(id))
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      back={{ to: paths.collection(id), label: collection ? localized(collection.name) : tKnowledge('one') }}
    >
      {collection ? (
        <RetrievalTest key={collection.id} collection={collection} />
      ) : isPending ? (
        <Skeleton height={320} radius="lg" />
      ) : isUnknownEntity(error) ? (
        <EmptyState icon={<IconBooks size={36} stroke={1.4} />} title={tKnowledge('unknown.title')} hint={tKnowledge('unknown.hint')} />
      ) : (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      )}
    </PageFrame>
  )
}
