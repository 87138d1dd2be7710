import { exportAudit } from '@heddle/contracts/audit/audit'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { AuditTable } from '#features/audit/AuditTable.tsx'
import { useAuditFilters } from '#features/audit/use-audit-filters.ts'
import { CsvButton } from '#shared/files/CsvButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function AuditPage() {
  const { t } = useTranslation('audit')
  const { filters } = useAuditFilters()
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={<CsvButton endpoint={exportAudit} request={{ query: filters }} name="audit" />}
    >
      <AuditTable />
    </PageFrame>
  )
}
