import { Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { EmptyState } from '#shared/ui/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/ErrorAlert.tsx'
import classes from './AssistantCard.module.css'
import { AssistantGrid, AssistantGridSkeleton } from './AssistantGrid.tsx'

type AssistantShowcaseProps = { count: number; title: string; more: ReactNode; empty: { title: string; hint: string } }

/** The first assistants to start a chat with, favorites first. */
export function AssistantShowcase({ count, title, more, empty }: AssistantShowcaseProps) {
  const headingId = useId()
  const { data, error, isPending, refetch } = useInfiniteQuery(assistantQueries.list({ scope: 'all' }))
  const assistants = data?.pages[0]?.assistants ?? []
  return (
    <section aria-labelledby={headingId}>
      <div className={classes.showcaseHead}>
        <Title order={2} id={headingId} fz="md">
          {title}
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
