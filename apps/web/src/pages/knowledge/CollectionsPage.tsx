import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CollectionList } from '#features/collection/collection/CollectionList.tsx'
import { ImportButton } from '#features/collection/transfer/ImportButton.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function CollectionsPage() {
  const { t } = useTranslation('knowledge')
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Group gap="xs">
          <ImportButton />
          <Button component={Link} to={paths.createCollection()} leftSection={<IconPlus size={18} aria-hidden />}>
            {t('create.open')}
          </Button>
        </Group>
      }
    >
      <CollectionList />
    </PageFrame>
  )
}
