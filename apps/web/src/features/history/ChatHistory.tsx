import { Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { flattenChats, pinnedChats, sortByChange, unfiledChats } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { foldersQuery } from '#entities/chat/folders.queries.ts'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { lazyExtra } from '#shared/lazy-extra.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { LoadMoreSentinel } from '#shared/ui/states/LoadMoreSentinel.tsx'
import classes from './ChatHistory.module.css'
import { ChatItems } from './ChatItems.tsx'
import { SharedWithMe } from './shared/SharedWithMe.tsx'
import { useHistory } from './use-history.ts'

/** Loaded by who has folders; the first one is made where a chat is moved. */
const FolderTree = lazyExtra(async () => (await loadWithTexts(() => import('./folder/FolderTree.tsx'), 'folder')).FolderTree)

type ChatHistoryProps = {
  openChatId?: string
  /** Whether the page shows the same list, and reports its error. */
  isOnPage?: boolean
}

/** The chats in the drawer: pinned, in folders, then by date, loaded page by page while scrolling. */
export function ChatHistory({ openChatId, isOnPage = false }: ChatHistoryProps) {
  const { t } = useTranslation('history')
  const headingId = useId()
  const { chats, sections, error, isPending, hasNextPage, isFetchingNextPage, loadMore, retry } = useHistory(unfiledChats)
  const { data: folders = [], isPending: areFoldersPending } = useQuery(foldersQuery)
  const pins = useInfiniteQuery(chatQueries.list(pinnedChats))
  const pinned = sortByChange(flattenChats(pins.data))

  // Together: what comes later would push the rest about.
  if (isPending || areFoldersPending || pins.isPending) return <HistorySkeleton rows={6} />
  if (chats.length === 0 && error) return isOnPage ? null : <ErrorAlert error={error} onRetry={retry} />
  if (chats.length + folders.length + pinned.length === 0) {
    return (
      <>
        <SharedWithMe openChatId={openChatId} />
        <Text size="sm" c="dimmed" px="sm" py="xs">
          {t('empty')}
          <br />
          {t('emptyHint')}
        </Text>
      </>
    )
  }

  const createHeadingId = (section: string) => `${headingId}-${section}`
  return (
    <>
      {pinned.length > 0 && (
        <div className={classes.section}>
          <h2 id={createHeadingId('pinned')} className={classes.heading}>
            {t('pinned')}
          </h2>
          <ChatItems chats={pinned} openChatId={openChatId} labelledBy={createHeadingId('pinned')} />
        </div>
      )}
      {folders.length > 0 && (
        <div className={classes.section}>
          <Suspense fallback={<HistorySkeleton rows={folders.filter(({ parent_id }) => parent_id === null).length} />}>
            <FolderTree folders={folders} openChatId={openChatId} />
          </Suspense>
        </div>
      )}
      <SharedWithMe openChatId={openChatId} />
      {sections.map((section) => (
        <div key={section.group} className={classes.section}>
          <h2 id={createHeadingId(section.group)} className={classes.heading}>
            {t(`group.${section.group}`)}
          </h2>
          <ChatItems chats={section.chats} openChatId={openChatId} labelledBy={createHeadingId(section.group)} />
        </div>
      ))}
      {isFetchingNextPage && <HistorySkeleton rows={2} />}
      {error && <ErrorAlert error={error} onRetry={loadMore} />}
      <LoadMoreSentinel isActive={hasNextPage && !isFetchingNextPage && !error} onReached={loadMore} />
    </>
  )
}

function HistorySkeleton({ rows }: { rows: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap={14} px="sm" py="sm" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={10} width={`${90 - ((row * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}
