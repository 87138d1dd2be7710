import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './AssistantCard.module.css'
import { AssistantGrid, AssistantGridSkeleton } from './AssistantGrid.tsx'

type AssistantShowcaseProps = { count: number; title: string; more: ReactNode; empty: { title: string; hint: string } }

/** The favorites to start a chat with; without any, the newest experts. */
export function AssistantShowcase({ count, title, more, empty }: AssistantShowcaseProps) {
  const headingId = useId()
  const { t } = useTranslation('assistant')
  const favorites = useInfiniteQuery(assistantQueries.list({ scope: 'favorites' }))
  const hasFavorites = (favorites.data?.pages[0]?.assistants.length ?? 0) > 0
  const newest = useInfiniteQuery({ ...assistantQueries.list({ scope: 'all' }), enabled: favorites.data !== undefined && !hasFavorites })
  const { data, error, isPending, refetch } = hasFavorites || favorites.error ? favorites : newest
  const assistants = data?.pages[0]?.assistants ?? []
  return (
    <section aria-labelledby={headingId}>
      <div className={classes.showcaseHead}>
        <Title order={2} id={headingId} fz="md">
          {hasFavorites ? t('favorites') : title}
        </Title>
        {assistants.length > 0 && more}
      </div>
      {isPending && <AssistantGridSkeleton />}
      {error && <ErrorAlert error={error} failure="loadAssistants" onRetry={() => void refetch()} />}
      {data && assistants.length === 0 && <EmptyState {...empty} />}
      <AssistantGrid assistants={assistants.slice(0, count)} />
    </section>
  )
}
