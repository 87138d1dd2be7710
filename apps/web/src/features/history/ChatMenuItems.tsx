import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { Menu } from '@mantine/core'
import { IconBraces, IconFileTypeDocx, IconMarkdown, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useChatDialogs } from '#entities/chat/ChatDialogs.tsx'
import { useExportChat } from '#entities/chat/chats.queries.ts'
import { OrderItems } from '#entities/chat/OrderItems.tsx'

/** The actions on a chat in a list. */
export function ChatMenuItems({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('history')
  const { openShare, openRename, openDelete } = useChatDialogs()
  const exportChat = useExportChat(chat.id)
  return (
    <>
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
      {chat.abilities.write && <OrderItems chat={chat} />}
      <Menu.Item leftSection={<IconFileTypeDocx size={16} />} onClick={() => exportChat.mutate({ format: 'docx' })}>
        {t('menu.exportWord')}
      </Menu.Item>
      <Menu.Item leftSection={<IconMarkdown size={16} />} onClick={() => exportChat.mutate({ format: 'md' })}>
        {t('menu.exportMarkdown')}
      </Menu.Item>
      <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => exportChat.mutate({ format: 'json' })}>
        {t('menu.exportJson')}
      </Menu.Item>
      {chat.abilities.delete && (
        <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => openDelete(chat)}>
          {t('menu.delete')}
        </Menu.Item>
      )}
    </>
  )
}
