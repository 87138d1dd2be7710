import { limits } from '@heddle/contracts/limits'
import { Alert, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { flattenChats } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './ChatList.module.css'
import { ListEnd } from './ListEnd.tsx'
import { SearchResult } from './SearchResult.tsx'

type SearchResultsProps = {
  keywords: readonly string[]
  /** Only the archived ones, or only the others; both without. */
  isArchived: boolean | undefined
}

/** The chats that contain any of the keywords, with a button that loads more. */
export function SearchResults({ keywords, isArchived }: SearchResultsProps) {
  const { t } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const searched = keywords.slice(0, limits.searchKeywords)
  const search = useInfiniteQuery({
    ...chatQueries.list({ keywords: searched.join(' '), ...(isArchived !== undefined && { is_archived: isArchived }) }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = search
  const chats = flattenChats(data)
  const loadMore = () => void search.fetchNextPage({ cancelRefetch: false })

  return (
    <section aria-label={t('search.results')} aria-busy={isPending || isPlaceholderData}>
      {keywords.length > searched.length && (
        <Alert color="yellow" mb="md">
          {t('search.tooMany', { count: limits.searchKeywords })}
        </Alert>
      )}
      {isPending && (
        <Stack gap="md" role="status" aria-label={tCommon('loading')}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={56} />
          ))}
        </Stack>
      )}
      {!isPending && !error && !isPlaceholderData && (
        <VisuallyHidden role="status">{chats.length === 0 ? t('search.none') : t('search.shown', { count: chats.length })}</VisuallyHidden>
      )}
      {chats.length > 0 && (
        <ul className={classes.list} data-stale={isPlaceholderData || undefined}>
          {chats.map((chat) => (
            <SearchResult key={chat.id} chat={chat} />
          ))}
        </ul>
      )}
      {error && <ErrorAlert error={error} onRetry={() => (data ? loadMore() : void search.refetch())} />}
      {data && chats.length === 0 && !hasNextPage && !error && (
        <EmptyState icon={<IconSearchOff size={36} stroke={1.4} />} title={t('search.none')} hint={t('search.noneHint')} />
      )}
      {chats.length > 0 && !error && (
        <ListEnd hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={loadMore} end={t('search.end')} />
      )}
    </section>
  )
}
