import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { Text } from '@mantine/core'
import { IconArchive, IconMessage, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { paths } from '#shared/paths.ts'
import { ChatMenu } from './ChatMenu.tsx'
import classes from './ChatRow.module.css'

/** A chat in a list of a page: its title and the time of its last change. */
export function ChatRow({ chat, hasMenu = false }: { chat: ChatSummary; hasMenu?: boolean }) {
  const { t } = useTranslation('history')
  return (
    <li className={classes.row}>
      <Link to={paths.chat(chat.id)} className={classes.link}>
        <IconMessage size={18} stroke={1.6} className={classes.icon} aria-hidden />
        <Text component="span" fw={500} truncate className={classes.title} c={chat.title === null ? 'dimmed' : undefined}>
          {chat.title ?? t('unnamed')}
        </Text>
        {chat.is_archived && <IconArchive size={16} className={classes.icon} role="img" aria-label={t('archived')} />}
        {chat.is_shared && <IconUsers size={16} className={classes.icon} role="img" aria-label={t('shared')} />}
        <Text component="time" size="xs" c="dimmed" className={classes.time} dateTime={chat.updated_at}>
          {formatDateTime(parseTime(chat.updated_at))}
        </Text>
      </Link>
      {hasMenu && <ChatMenu chat={chat} />}
    </li>
  )
}
