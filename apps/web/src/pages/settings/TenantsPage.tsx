import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#shared/hooks/use-page-title.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function TenantsPage() {
  const { t } = useTranslation('tenant')
  usePageTitle(t('title'))
  return <PageFrame title={t('title')}>{null}</PageFrame>
}
