import type { SharedChat } from '@heddle/contracts/chat/share'
import { Button, Loader, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shareQueries } from '#entities/chat/share/shares.queries.ts'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { Name } from '#shared/ui/Name.tsx'
import classes from '../ChatHistory.module.css'

/** The chats of others that the user may read, the last shared first. */
export function SharedChats({ openChatId }: { openChatId: string | undefined }) {
  const { t } = useTranslation('share')
  const { t: tHistory } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(shareQueries.withMe())
  const chats = data?.pages.flatMap((page) => page.chats) ?? []

  if (isPending) return <Loader size="sm" type="dots" ms="sm" role="status" aria-label={tCommon('loading')} />
  if (error && chats.length === 0) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (chats.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="sm" py={6}>
        {t('withMe.empty')}
      </Text>
    )
  }
  return (
    <>
      <ul className={classes.list} aria-label={tHistory('sharedWithMe')}>
        {chats.map((chat) => (
          <SharedChatItem key={chat.id} chat={chat} isOpen={chat.id === openChatId} />
        ))}
      </ul>
      {error && <ErrorAlert error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button variant="subtle" size="compact-sm" ms="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {tCommon('loadMore')}
        </Button>
      )}
    </>
  )
}

function SharedChatItem({ chat, isOpen }: { chat: SharedChat; isOpen: boolean }) {
  const { t } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const localized = useLocalized()
  const title = chat.title ?? t('unnamed')
  const owner = chat.owner.is_deleted ? tCommon('deletedUser') : localized(chat.owner.name) || tCommon('unknownUser')
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <Link to={paths.sharedChat(chat.id)} className={classes.link} aria-current={isOpen ? 'page' : undefined} title={title}>
        <span className={classes.title} data-new={!chat.is_opened || undefined} data-unnamed={chat.title === null || undefined}>
          {title}{' '}
          <span className={classes.owner}>
            <Name>{owner}</Name>
          </span>
        </span>
      </Link>
    </li>
  )
}
