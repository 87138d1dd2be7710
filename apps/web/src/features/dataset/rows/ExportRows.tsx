import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { DatasetExportFormat, exportDataset } from '@heddle/contracts/dataset/row'
import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { formatDateTime } from '#shared/dates.ts'
import { useDownload } from '#shared/files/use-download.ts'

const mediaTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

type ExportRowsProps = { dataset: Dataset; version: number | null }

/** Downloads all rows that are shown without filters, as a table that an import reads again. */
export function ExportRows({ dataset, version }: ExportRowsProps) {
  const { t } = useTranslation('dataset')
  const localize = useLocalized()
  const downloads = { csv: useDownload(exportDataset, mediaTypes.csv), xlsx: useDownload(exportDataset, mediaTypes.xlsx) }
  const isDownloading = downloads.csv.isDownloading || downloads.xlsx.isDownloading
  const handleExport = (format: DatasetExportFormat) =>
    downloads[format].download({
      request: { params: { id: dataset.id }, query: { format, ...(version !== null && { version }) } },
      fileName: `${localize(dataset.name)}-${formatDateTime(new Date()).slice(0, 10)}.${format}`,
    })
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} disabled={isDownloading}>
            {t(isDownloading ? 'rows.exporting' : 'rows.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {DatasetExportFormat.options.map((format) => (
            <Menu.Item key={format} onClick={() => handleExport(format)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{isDownloading && t('rows.exporting')}</VisuallyHidden>
    </>
  )
}
