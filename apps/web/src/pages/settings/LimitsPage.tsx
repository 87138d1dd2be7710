import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateLimitDialog } from '#features/limits/CreateLimitDialog.tsx'
import { LimitTable } from '#features/limits/LimitTable.tsx'
import { CreateButton } from '#shared/ui/CreateButton.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function LimitsPage() {
  const { t } = useTranslation('limit')
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={<CreateButton label={t('create')} renderDialog={(onClose) => <CreateLimitDialog onClose={onClose} />} />}
    >
      <LimitTable />
    </PageFrame>
  )
}
