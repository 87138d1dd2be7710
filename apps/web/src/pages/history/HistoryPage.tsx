import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AllChats } from '#features/history/AllChats.tsx'
import { usePageTitle } from '#shared/hooks/use-page-title.ts'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/PageFrame.tsx'

export function HistoryPage() {
  const { t } = useTranslation('history')
  usePageTitle(t('page.title'))
  return (
    <PageFrame title={t('page.title')} hint={t('page.hint')}>
      <AllChats
        emptyAction={
          <Button component={Link} to={paths.newChat()} mt="sm">
            {t('page.start')}
          </Button>
        }
      />
    </PageFrame>
  )
}
