import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { exportUsage, UsageExportFormat, type UsageTable } from '@heddle/contracts/usage/usage-export'
import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#shared/dates.ts'
import { useDownload } from '#shared/files/use-download.ts'

export type ExportFilters = Omit<EndpointRequest<typeof exportUsage>['query'], 'table' | 'format'>

const mediaTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

type UsageExportMenuProps = {
  /** The table that the menu is beside; the days and the events of the same usage are offered with it. */
  table: Exclude<UsageTable, 'day' | 'event'>
  filters: ExportFilters
}

/** Downloads a table for spreadsheets. */
export function UsageExportMenu({ table, filters }: UsageExportMenuProps) {
  const { t } = useTranslation('usage')
  const downloads = { csv: useDownload(exportUsage, mediaTypes.csv), xlsx: useDownload(exportUsage, mediaTypes.xlsx) }
  const isDownloading = downloads.csv.isDownloading || downloads.xlsx.isDownloading
  const items = (['this', 'day', 'event'] as const).flatMap((item) => UsageExportFormat.options.map((format) => ({ item, format })))

  function handleExport(exported: UsageTable, format: UsageExportFormat) {
    downloads[format].download({
      request: { query: { ...filters, table: exported, format } },
      fileName: `usage-${exported}-${formatDateTime(new Date()).slice(0, 10)}.${format}`,
    })
  }

  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} disabled={isDownloading}>
            {t(isDownloading ? 'export.running' : 'export.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ item, format }) => (
            <Menu.Item key={`${item} ${format}`} onClick={() => handleExport(item === 'this' ? table : item, format)}>
              {t(`export.${item}`, { format: format.toUpperCase() })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{isDownloading && t('export.running')}</VisuallyHidden>
    </>
  )
}
