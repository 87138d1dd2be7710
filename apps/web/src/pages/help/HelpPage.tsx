import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { ChapterCards } from '#features/help/ChapterCards.tsx'
import { ChapterSearch } from '#features/help/ChapterSearch.tsx'
import { TourButton } from '#features/tour/TourButton.tsx'
import { useChapters } from '#features/help/use-chapters.ts'
import { SearchField } from '#shared/table/SearchField.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** The chapters of the help, and a search in them by the words in the address. */
export function HelpPage() {
  const { t } = useTranslation('help')
  usePageTitle(t('title'))
  const [searchParams, setSearchParams] = useSearchParams()
  const question = searchParams.get('q') ?? ''
  const { chapters, error, refetch } = useChapters()

  return (
    <PageFrame title={t('title')} hint={t('hint')} aside={<TourButton />}>
      <SearchField
        label={t('search.label')}
        value={question}
        onChange={(q) => setSearchParams(q === '' ? {} : { q }, { replace: true })}
        mb="xl"
        size="md"
      />
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!chapters && !error && <Skeleton height={240} />}
      {chapters && question !== '' && <ChapterSearch chapters={chapters} question={question} />}
      {chapters &&
        question === '' &&
        (['everyone', 'administrators', 'site'] as const).map((audience) => (
          <ChapterCards
            key={audience}
            title={t(`audience.${audience}`)}
            chapters={chapters.filter((chapter) => chapter.audience === audience)}
          />
        ))}
    </PageFrame>
  )
}
