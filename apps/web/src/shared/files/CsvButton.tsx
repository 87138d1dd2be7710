import type { Endpoint, EndpointRequest } from '@heddle/contracts/endpoint'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { formatDateTime } from '../dates.ts'
import { useDownload } from './use-download.ts'

type CsvButtonProps<E extends Endpoint> = {
  endpoint: E
  request: EndpointRequest<E>
  /** The file's name before the date. */
  name: string
}

/** Downloads a table as a CSV file, and shows the progress. */
export function CsvButton<E extends Endpoint>({ endpoint, request, name }: CsvButtonProps<E>) {
  const { t } = useTranslation('table')
  const { tag } = useLanguage()
  const { download, isDownloading, receivedBytes } = useDownload(endpoint, 'text/csv')
  const size = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(receivedBytes / 1_000)
  const handleDownload = () => download({ request, fileName: `${name}-${formatDateTime(new Date()).slice(0, 10)}.csv` })
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} disabled={isDownloading} onClick={handleDownload}>
        {isDownloading ? t('exporting', { size }) : t('export')}
      </Button>
      {/* Not in the button, which would get no name from a region that speaks for itself. */}
      <VisuallyHidden role="status">{isDownloading && t('exporting', { size })}</VisuallyHidden>
    </>
  )
}
