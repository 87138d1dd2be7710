import { Skeleton, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { LoadMoreSentinel } from '#shared/ui/states/LoadMoreSentinel.tsx'
import classes from './ChatHistory.module.css'
import { ChatHistoryItem } from './ChatHistoryItem.tsx'
import { GeneratingWatch } from './GeneratingWatch.tsx'
import type { HistoryGroup } from './history-groups.ts'
import { useHistory } from './use-history.ts'

type ChatHistoryProps = {
  openChatId?: string
  /** Whether the page shows the same list, and reports its error. */
  isOnPage?: boolean
}

/** The chats in the drawer under their headings, loaded page by page while scrolling. */
export function ChatHistory({ openChatId, isOnPage = false }: ChatHistoryProps) {
  const { t } = useTranslation('history')
  const headingId = useId()
  const { chats, sections, error, isPending, hasNextPage, isFetchingNextPage, loadMore, retry } = useHistory()

  if (isPending) return <HistorySkeleton rows={6} />
  if (chats.length === 0 && error) return isOnPage ? null : <ErrorAlert error={error} onRetry={retry} />
  if (chats.length === 0) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- large letters make it longer than its place, where nothing else has the focus
      <Text size="sm" c="dimmed" px="sm" py="xs" tabIndex={0}>
        {t('empty')}
        <br />
        {t('emptyHint')}
      </Text>
    )
  }

  const createHeadingId = (group: HistoryGroup) => `${headingId}-${group}`
  return (
    <>
      {sections.map((section) => (
        <div key={section.group} className={classes.section}>
          <h2 id={createHeadingId(section.group)} className={classes.heading}>
            {t(`group.${section.group}`)}
          </h2>
          <ul className={classes.list} aria-labelledby={createHeadingId(section.group)}>
            {section.chats.map((chat) => (
              <ChatHistoryItem key={chat.id} chat={chat} isOpen={chat.id === openChatId} />
            ))}
          </ul>
        </div>
      ))}
      <GeneratingWatch chatIds={chats.filter((chat) => chat.is_generating && chat.id !== openChatId).map(({ id }) => id)} />
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
