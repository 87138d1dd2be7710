import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBraces, IconDots, IconMarkdown, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useChatDialogs } from '#entities/chat/ChatDialogs.tsx'
import { useExportChat } from '#entities/chat/chats.queries.ts'

/** The actions on a chat in a list. */
export function ChatMenu({ chat, className }: { chat: ChatSummary; className?: string }) {
  const { t } = useTranslation('history')
  const { openShare, openRename, openDelete } = useChatDialogs()
  const exportChat = useExportChat(chat.id)
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <ActionIcon className={className} size="md" aria-label={t('menu.label', { title: chat.title ?? t('unnamed') })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {chat.abilities.write && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => openRename(chat)}>
            {t('menu.rename')}
          </Menu.Item>
        )}
        {chat.abilities.share && (
          <Menu.Item leftSection={<IconShare size={16} />} onClick={() => openShare(chat)}>
            {t('menu.share')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMarkdown size={16} />} onClick={() => exportChat.mutate('md')}>
          {t('menu.exportMarkdown')}
        </Menu.Item>
        <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => exportChat.mutate('json')}>
          {t('menu.exportJson')}
        </Menu.Item>
        {chat.abilities.delete && (
          <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => openDelete(chat)}>
            {t('menu.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
