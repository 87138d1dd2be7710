import type { ChatSummary } from '@heddle/contracts/chat'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconShare, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useChatDialogs } from '#shared/chats/ChatDialogs.tsx'

/** What may be done with a chat of a list. Nothing when nothing may be done. */
export function ChatMenu({ chat, className }: { chat: ChatSummary; className?: string }) {
  const { t } = useTranslation('history')
  const { openShare, openDelete } = useChatDialogs()
  if (!chat.abilities.share && !chat.abilities.delete) return null
  return (
    <Menu position="bottom-start" width={160}>
      <Menu.Target>
        <ActionIcon className={className} size="md" aria-label={t('menu.label', { title: chat.title ?? t('unnamed') })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {chat.abilities.share && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => openShare(chat)}>
            {t('menu.share')}
          </Menu.Item>
        )}
        {chat.abilities.delete && (
          <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => openDelete(chat)}>
            {t('menu.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
