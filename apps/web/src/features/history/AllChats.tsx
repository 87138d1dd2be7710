import { Skeleton, Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedChats } from '#entities/chat/chat-lists.ts'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './ChatList.module.css'
import { ChatRow } from './ChatRow.tsx'
import { ListEnd } from './ListEnd.tsx'
import { useHistory } from './use-history.ts'

type AllChatsProps = { listed: ListedChats; empty: { title: string; hint: string; action?: ReactNode } }

/** A list of chats under their headings, with a button that loads more. */
export function AllChats({ listed, empty }: AllChatsProps) {
  const { t } = useTranslation('history')
  const { t: tCommon } = useTranslation()
  const { sections, error, isPending, hasNextPage, isFetchingNextPage, loadMore, retry } = useHistory(listed)

  if (isPending) {
    return (
      <Stack gap="sm" role="status" aria-label={tCommon('loading')}>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={40} />
        ))}
      </Stack>
    )
  }
  if (sections.length === 0 && error) return <ErrorAlert error={error} onRetry={retry} />
  if (sections.length === 0) return <EmptyState icon={<IconMessages size={36} stroke={1.4} />} {...empty} />

  return (
    <>
      {sections.map(({ group, chats }) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h2 className={classes.group}>{t(`group.${group}`)}</h2>
          <ul className={classes.list}>
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} hasMenu />
            ))}
          </ul>
        </section>
      ))}
      {error ? (
        <ErrorAlert error={error} onRetry={loadMore} />
      ) : (
        <ListEnd hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={loadMore} end={t('end')} />
      )}
    </>
  )
}
