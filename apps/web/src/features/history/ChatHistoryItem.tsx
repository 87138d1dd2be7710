import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { startChatDrag } from './chat-drag.ts'
import { ChatMenu } from './ChatMenu.tsx'
import classes from './ChatHistory.module.css'

type ChatHistoryItemProps = { chat: ChatSummary; isOpen: boolean }

export function ChatHistoryItem({ chat, isOpen }: ChatHistoryItemProps) {
  const { t } = useTranslation('history')
  const title = chat.title ?? t('unnamed')
  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <Link
        to={paths.chat(chat.id)}
        className={classes.link}
        aria-current={isOpen ? 'page' : undefined}
        title={title}
        onDragStart={(event) => startChatDrag(event, chat.id)}
      >
        {chat.is_generating && (
          <span className={classes.pulse}>
            <VisuallyHidden>{t('generating')}</VisuallyHidden>
          </span>
        )}
        <span className={classes.title} data-unnamed={chat.title === null || undefined}>
          {title}
        </span>
        {chat.is_shared && <IconUsers size={14} className={classes.shared} role="img" aria-label={t('shared')} />}
      </Link>
      <ChatMenu chat={chat} className={classes.menu} />
    </li>
  )
}
