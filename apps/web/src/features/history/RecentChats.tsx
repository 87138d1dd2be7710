import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { ChatRow } from './ChatRow.tsx'
import classes from './ChatList.module.css'
import { useHistory } from './use-history.ts'

/** The few chats that changed last. Nothing while there are none. */
export function RecentChats({ count, title, more }: { count: number; title: string; more: ReactNode }) {
  const headingId = useId()
  const { sections } = useHistory()
  const recent = sections.flatMap((section) => section.chats).slice(0, count)
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
