import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { modelNamesQuery } from '#entities/model/model-names.queries.ts'
import { CreateCollectionForm } from '#features/collection/collection/CreateCollectionForm.tsx'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** Creates a collection; its sources are added next. */
export function CreateCollectionPage() {
  const { t } = useTranslation('knowledge')
  const navigate = useNavigate()
  const { data: models, isPending } = useQuery(modelNamesQuery('embedding'))
  usePageTitle(t('create.title'))
  return (
    <PageFrame title={t('create.title')} hint={t('create.hint')} back={{ to: paths.collections(), label: t('title') }}>
      <LeaveGuard />
      {isPending ? (
        <Skeleton height={320} radius="lg" />
      ) : (
        <CreateCollectionForm
          embeddingModel={models?.[0] ?? null}
          onCreated={({ id }) => void navigate(paths.collection(id), { replace: true })}
        />
      )}
    </PageFrame>
  )
}
