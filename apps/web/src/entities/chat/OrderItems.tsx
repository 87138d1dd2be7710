import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconFolderSymlink, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { useChatDialogs } from './ChatDialogs.tsx'
import { useSetChatSettings } from './chat-settings.queries.ts'

/** The items of a chat's menu that put it in order: into a folder, pinned, archived. */
export function OrderItems({ chat }: { chat: ChatSummary }) {
  const { t } = useTranslation('history')
  const { openMove } = useChatDialogs()
  const { mutate } = useSetChatSettings()

  function handleArchive() {
    mutate(
      { id: chat.id, is_archived: !chat.is_archived },
      {
        onSuccess: () => notify({ kind: 'success', message: t(chat.is_archived ? 'order.restored' : 'order.archived'), timeout: 3_000 }),
      },
    )
  }

  return (
    <>
      <Menu.Item leftSection={<IconFolderSymlink size={16} />} onClick={() => openMove(chat)}>
        {t('order.move')}
      </Menu.Item>
      <Menu.Item
        leftSection={chat.is_pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
        onClick={() => mutate({ id: chat.id, is_pinned: !chat.is_pinned })}
      >
        {t(chat.is_pinned ? 'order.unpin' : 'order.pin')}
      </Menu.Item>
      <Menu.Item leftSection={chat.is_archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />} onClick={handleArchive}>
        {t(chat.is_archived ? 'order.restore' : 'order.archive')}
      </Menu.Item>
    </>
  )
}
