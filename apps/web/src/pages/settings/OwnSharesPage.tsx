import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { OwnShares } from '#features/history/shared/OwnShares.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** The shares of the user's chats. */
export function OwnSharesPage() {
  const { t } = useTranslation('share')
  const { t: tSettings } = useTranslation('settings')
  usePageTitle(tSettings('nav.shared'))
  return (
    <PageFrame isWide title={tSettings('nav.shared')} hint={t('mine.hint')}>
      <OwnShares />
    </PageFrame>
  )
}
