import { Button, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { formatDateTime } from '#shared/dates.ts'
import { useExportAudit } from './audit.queries.ts'
import { useAuditPlace } from './use-audit-place.ts'

/** The events that the filters leave, as a file; says how much of it has come. */
export function ExportButton() {
  const { t } = useTranslation('audit')
  const { tag } = useLanguage()
  const { filters } = useAuditPlace()
  const { exportEvents, isExporting, receivedBytes } = useExportAudit()
  const size = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(receivedBytes / 1_000)
  const handleExport = () => exportEvents({ filters, fileName: `audit-${formatDateTime(new Date()).slice(0, 10)}.csv` })
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} disabled={isExporting} onClick={handleExport}>
        {isExporting ? t('exporting', { size }) : t('export')}
      </Button>
      {/* Not in the button, which would get no name from a region that speaks for itself. */}
      <VisuallyHidden role="status">{isExporting && t('exporting', { size })}</VisuallyHidden>
    </>
  )
}
