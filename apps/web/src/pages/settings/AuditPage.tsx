import { useTranslation } from 'react-i18next'
import { AuditTable } from '#features/audit/AuditTable.tsx'
import { ExportButton } from '#features/audit/ExportButton.tsx'
import { usePageTitle } from '#shared/hooks/use-page-title.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function AuditPage() {
  const { t } = useTranslation('audit')
  usePageTitle(t('title'))
  return (
    <PageFrame title={t('title')} hint={t('hint')} aside={<ExportButton />}>
      <AuditTable />
    </PageFrame>
  )
}
