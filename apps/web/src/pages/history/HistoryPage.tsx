import { Button, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { AllChats } from '#features/history/AllChats.tsx'
import { SearchResults } from '#features/history/SearchResults.tsx'
import { paths } from '#shared/paths.ts'
import { SearchField } from '#shared/table/SearchField.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** Searches chats by the keywords in the address; shows the recent chats without any. */
export function HistoryPage() {
  const { t } = useTranslation('history')
  usePageTitle(t('page.title'))
  const [searchParams, setSearchParams] = useSearchParams()
  const typed = searchParams.get('q') ?? ''
  const keywords = [...new Set(typed.split(/\s+/u).filter((keyword) => keyword !== ''))]
  const handleSearch = (q: string) => setSearchParams(q === '' ? {} : { q }, { replace: true })

  return (
    <PageFrame title={t('page.title')} hint={t('page.hint')}>
      <SearchField label={t('search.label')} value={typed} onChange={handleSearch} mb="lg" size="md" autoFocus />
      {keywords.length > 0 ? (
        <SearchResults keywords={keywords} />
      ) : (
        <>
          <Title order={2} fz="md">
            {t('search.recent')}
          </Title>
          <AllChats
            emptyAction={
              <Button component={Link} to={paths.newChat()} mt="sm">
                {t('page.start')}
              </Button>
            }
          />
        </>
      )}
    </PageFrame>
  )
}
