import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { ModelDialogs, type OpenedDialog } from '#features/model/ModelDialogs.tsx'
import { ModelServers } from '#features/model/ModelServers.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function ModelsPage() {
  const { t } = useTranslation('model')
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened({ type: 'newEndpoint' })}>
          {t('endpoint.create')}
        </Button>
      }
    >
      <ModelServers onOpen={setOpened} />
      <ModelDialogs opened={opened} onOpen={setOpened} />
    </PageFrame>
  )
}
