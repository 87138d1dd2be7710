import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateDatasetForm } from '#features/dataset/settings/CreateDatasetForm.tsx'
import { LeaveGuard } from '#shared/forms/LeaveGuard.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** Creates a dataset; its rows are added next, those of a table after its columns. */
export function CreateDatasetPage() {
  const { t } = useTranslation('dataset')
  const navigate = useNavigate()
  usePageTitle(t('create.title'))
  return (
    <PageFrame title={t('create.title')} hint={t('create.hint')} back={{ to: paths.datasets(), label: t('title') }}>
      <LeaveGuard />
      <CreateDatasetForm
        onCreated={({ id, kind }) => void navigate(paths.dataset(id, kind === 'table' ? { tab: 'columns' } : {}), { replace: true })}
      />
    </PageFrame>
  )
}
