import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { activeChats } from '#entities/chat/chat-lists.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { ChatRow } from './ChatRow.tsx'
import classes from './ChatList.module.css'
import { useHistory } from './use-history.ts'

/** The chats that changed last; renders nothing without any. Shows the error of a failed read, as the drawer is closed on a phone. */
export function RecentChats({ count, title, more }: { count: number; title: string; more: ReactNode }) {
  const headingId = useId()
  const { sections, error, retry } = useHistory(activeChats)
  const recent = sections.flatMap((section) => section.chats).slice(0, count)
  if (recent.length === 0 && error) return <ErrorAlert error={error} onRetry={retry} />
  if (recent.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <div className={classes.head}>
        <Title order={2} id={headingId} fz="md">
          {title}
        </Title>
        {more}
      </div>
      <ul className={classes.list}>
        {recent.map((chat) => (
          <ChatRow key={chat.id} chat={chat} />
        ))}
      </ul>
    </section>
  )
}
