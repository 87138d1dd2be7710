import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { ManageChats } from '#features/history/manage/ManageChats.tsx'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** All chats of the user in a table. */
export function ManageChatsPage() {
  const { t } = useTranslation('manage')
  const { t: tHistory } = useTranslation('history')
  usePageTitle(t('title'))
  return (
    <PageFrame isWide title={t('title')} hint={t('hint')} back={{ to: paths.chatSearch(), label: tHistory('page.title') }}>
      <ManageChats />
    </PageFrame>
  )
}
