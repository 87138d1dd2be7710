import type { DatasetItem } from '@heddle/contracts/dataset/dataset'
import { exportDatasetFile } from '@heddle/contracts/dataset/dataset-file'
import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { IconDots, IconDownload, IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { useDownload } from '#shared/files/use-download.ts'
import { paths } from '#shared/paths.ts'

/** The actions on one dataset. */
export function DatasetMenu({ dataset: { id, name } }: { dataset: Pick<DatasetItem, 'id' | 'name'> }) {
  const { t } = useTranslation('dataset')
  const title = useLocalized()(name)
  const { download, isDownloading } = useDownload(exportDatasetFile, 'application/zip')
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('transfer.menuOf', { title })} loading={isDownloading}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.dataset(id, { tab: 'settings' })} leftSection={<IconSettings size={16} aria-hidden />}>
            {t('tab.settings')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download({ request: { params: { id } }, fileName: `${title}.zip` })}
          >
            {t('transfer.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{isDownloading && t('rows.exporting')}</VisuallyHidden>
    </>
  )
}
