import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#shared/hooks/use-page-title.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function MePage() {
  const { t } = useTranslation('settings')
  usePageTitle(t('me.title'))
  return <PageFrame title={t('me.title')}>{null}</PageFrame>
}
