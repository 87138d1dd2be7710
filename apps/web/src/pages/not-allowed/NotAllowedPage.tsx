import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** In place of a page that the user may not open. */
export function NotAllowedPage() {
  const { t } = useTranslation()
  usePageTitle(t('notAllowed.title'))
  return (
    <PageFrame title={t('notAllowed.title')} hint={t('notAllowed.hint')}>
      <Button component={Link} to={paths.home()} variant="light">
        {t('toHome')}
      </Button>
    </PageFrame>
  )
}
