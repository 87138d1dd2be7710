import type { Assistant } from '@heddle/contracts/assistant/assistant'
import { Button, Center, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type AssistantFilter, assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { AssistantGrid, AssistantGridSkeleton } from './AssistantGrid.tsx'

type AssistantSectionProps = AssistantFilter & {
  title: string
  empty: ReactNode
  /** Another list of the page, which reports the error when neither could be read. */
  besides?: AssistantFilter
  /** The layout; a plain grid by default. */
  children?: ((assistants: readonly Assistant[]) => ReactNode) | undefined
}

/** A list of assistants under its heading, with a button that loads more. */
export function AssistantSection({ title, empty, besides, children, ...filter }: AssistantSectionProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const queryClient = useQueryClient()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...assistantQueries.list(filter),
    placeholderData: (previous) => previous,
  })
  const other = useInfiniteQuery({ ...assistantQueries.list(besides ?? filter), enabled: false })
  const assistants = data?.pages.flatMap((page) => page.assistants) ?? []
  if (besides && error && !data && other.error && !other.data) return null

  const retryLists = () =>
    queryClient.refetchQueries({ queryKey: assistantQueries.lists, type: 'active', predicate: ({ state }) => state.status === 'error' })

  return (
    <section aria-labelledby={headingId}>
      <Title order={2} id={headingId} fz="md" mb="sm">
        {title}
      </Title>
      {isPending && <AssistantGridSkeleton />}
      {data && assistants.length === 0 && empty}
      {children ? children(assistants) : <AssistantGrid assistants={assistants} />}
      {error && (
        <ErrorAlert
          error={error}
          failure={isFetchNextPageError ? 'loadMoreAssistants' : 'loadAssistants'}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : retryLists())}
        />
      )}
      {hasNextPage && (
        <Center mt="lg">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('loadMore')}
          </Button>
        </Center>
      )}
    </section>
  )
}
