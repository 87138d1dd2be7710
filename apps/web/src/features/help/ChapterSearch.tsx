import { VisuallyHidden } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/paths.ts'
import { ActionCard, ActionCards } from '#shared/ui/buttons/ActionCard.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import type { Chapter } from './chapter.ts'
import { createChapterSearch } from './search-chapters.ts'

type ChapterSearchProps = { chapters: readonly Chapter[]; question: string }

/** The chapters that a question finds, each with the paragraph that fits best. */
export function ChapterSearch({ chapters, question }: ChapterSearchProps) {
  const { t } = useTranslation('help')
  const search = useMemo(() => createChapterSearch(chapters), [chapters])
  const found = useMemo(() => search(question), [search, question])
  return (
    <section aria-label={t('search.results')}>
      <VisuallyHidden role="status">{found.length === 0 ? t('search.none') : t('search.found', { count: found.length })}</VisuallyHidden>
      {found.length === 0 ? (
        <EmptyState icon={<IconSearchOff size={36} stroke={1.4} />} title={t('search.none')} hint={t('search.noneHint')} />
      ) : (
        <ActionCards>
          {found.map(({ chapter, excerpt }) => (
            <ActionCard key={chapter.id} to={paths.help({ chapter: chapter.id })} title={chapter.title} hint={excerpt} />
          ))}
        </ActionCards>
      )}
    </section>
  )
}
