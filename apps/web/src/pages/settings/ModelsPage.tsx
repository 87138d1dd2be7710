import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { CreateEndpointDialog } from '#features/models/EndpointDialogs.tsx'
import { ModelServers } from '#features/models/ModelServers.tsx'
import { CreateButton } from '#shared/ui/buttons/CreateButton.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function ModelsPage() {
  const { t } = useTranslation('model')
  usePageTitle(t('title'))
  return (
    <PageFrame
      isWide
      title={t('title')}
      hint={t('hint')}
      aside={<CreateButton label={t('endpoint.create')} renderDialog={(onClose) => <CreateEndpointDialog onClose={onClose} />} />}
    >
      <ModelServers />
    </PageFrame>
  )
}
