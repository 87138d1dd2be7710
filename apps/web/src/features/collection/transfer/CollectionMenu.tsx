import type { CollectionItem } from '@heddle/contracts/collection/collection'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconListSearch, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { ExportCollectionDialog } from './ExportCollectionDialog.tsx'

/** The actions on one collection. */
export function CollectionMenu({ collection }: { collection: Pick<CollectionItem, 'id' | 'name'> }) {
  const { t } = useTranslation('knowledge')
  const title = useLocalized()(collection.name)
  const [isExporting, setIsExporting] = useState(false)
  const { id } = collection
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('menu.of', { title })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.retrievalTest(id)} leftSection={<IconListSearch size={16} aria-hidden />}>
            {t('testRetrieval')}
          </Menu.Item>
          <Menu.Item component={Link} to={paths.collection(id, { tab: 'settings' })} leftSection={<IconSettings size={16} aria-hidden />}>
            {t('tab.settings')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setIsExporting(true)}>
            {t('transfer.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isExporting && <ExportCollectionDialog collection={collection} onClose={() => setIsExporting(false)} />}
    </>
  )
}
