import type { ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatMatch } from '@heddle/contracts/chat/history'
import { Text } from '@mantine/core'
import { IconArchive, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { ChatMenu } from './ChatMenu.tsx'
import { Marked } from './Marked.tsx'
import classes from './SearchResult.module.css'

type SearchResultProps = { chat: ChatSummary & { match?: ChatMatch } }

/** A found chat: its title and the passage, which links to the message. */
export function SearchResult({ chat }: SearchResultProps) {
  const { t } = useTranslation('history')
  const { match } = chat
  return (
    <li className={classes.row}>
      <Link to={paths.chat(chat.id, { messageId: match?.message_id ?? undefined })} className={classes.link}>
        <span className={classes.head}>
          <span className={classes.title} data-unnamed={chat.title === null || undefined} dir="auto">
            {chat.title === null ? t('unnamed') : <Marked text={chat.title} marks={match?.title_marks ?? []} />}
          </span>
          {chat.is_archived && <IconArchive size={16} className={classes.icon} role="img" aria-label={t('archived')} />}
          {chat.is_shared && <IconUsers size={16} className={classes.icon} role="img" aria-label={t('shared')} />}
          <Text component="time" size="xs" c="dimmed" className={classes.time} dateTime={chat.updated_at}>
            {formatDateTime(parseTime(chat.updated_at))}
          </Text>
        </span>
        {match && match.message_id !== null && (
          <span className={classes.passage} dir="auto">
            <Marked text={match.passage} marks={match.marks} />
          </span>
        )}
      </Link>
      <ChatMenu chat={chat} />
    </li>
  )
}
