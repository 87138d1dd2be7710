import { Anchor, Skeleton } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { ChapterText } from '#features/help/ChapterText.tsx'
import classes from '#features/help/Help.module.css'
import { useChapters } from '#features/help/use-chapters.ts'
import { paths } from '#shared/paths.ts'
import { ShortcutList } from '#shared/shortcuts/ShortcutList.tsx'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** A chapter of the help, with a link to the next one. */
export function ChapterPage() {
  const { t } = useTranslation('help')
  const { chapter: id } = useParams()
  const { chapters, error, refetch } = useChapters()
  const index = chapters?.findIndex((each) => each.id === id) ?? -1
  const [chapter, next] = [chapters?.[index], chapters?.[index + 1]]
  const title = chapter?.title ?? t('title')
  usePageTitle(title)

  return (
    <PageFrame title={title} back={{ to: paths.help(), label: t('title') }}>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!chapters && !error && <Skeleton height={400} className={classes.chapter} />}
      {chapters && !chapter && (
        <EmptyState icon={<IconFileUnknown size={36} stroke={1.4} />} title={t('unknown.title')} hint={t('unknown.hint')} />
      )}
      {chapter && (
        <article className={classes.chapter}>
          <ChapterText body={chapter.body} />
          {chapter.id === 'keyboard' && <ShortcutList />}
          {next && (
            <p className={classes.next}>
              <Anchor component={Link} to={paths.help({ chapter: next.id })}>
                {t('next', { title: next.title })}
              </Anchor>
            </p>
          )}
        </article>
      )}
    </PageFrame>
  )
}
