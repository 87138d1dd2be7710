import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateEndpointDialog } from '#features/models/EndpointDialogs.tsx'
import { ModelServers } from '#features/models/ModelServers.tsx'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function ModelsPage() {
  const { t } = useTranslation('model')
  const [isCreating, setIsCreating] = useState(false)
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
          {t('endpoint.create')}
        </Button>
      }
    >
      <ModelServers />
      {isCreating && <CreateEndpointDialog onClose={() => setIsCreating(false)} />}
    </PageFrame>
  )
}
