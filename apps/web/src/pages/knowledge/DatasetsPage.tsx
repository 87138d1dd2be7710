import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { DatasetList } from '#features/dataset/DatasetList.tsx'
import { ImportDatasetButton } from '#features/dataset/transfer/ImportDatasetButton.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function DatasetsPage() {
  const { t } = useTranslation('dataset')
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Group gap="xs">
          <ImportDatasetButton />
          <Button component={Link} to={paths.createDataset()} leftSection={<IconPlus size={18} aria-hidden />}>
            {t('create.open')}
          </Button>
        </Group>
      }
    >
      <DatasetList />
    </PageFrame>
  )
}
