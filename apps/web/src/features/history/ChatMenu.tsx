import type { ChatSummary } from '@heddle/contracts/chat/chat'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NetworkError } from '#shared/api/errors.ts'
import { notifyError } from '#shared/notify/describe-error.ts'

const loadItems = async () => (await import('./ChatMenuItems.tsx')).ChatMenuItems

// One that cannot be loaded says so when the menu is opened.
const preloadItems = () => void loadItems().catch(() => {})

/** The menu of a chat in a list. It opens once its items, which the first page does without, are loaded. */
export function ChatMenu({ chat, className }: { chat: ChatSummary; className?: string }) {
  const { t } = useTranslation('history')
  const { t: tError } = useTranslation('errors')
  const [Items, setItems] = useState<ComponentType<{ chat: ChatSummary }> | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  async function handleChange(opened: boolean) {
    try {
      const loaded = opened ? await loadItems() : null
      if (loaded) setItems(() => loaded)
      setIsOpen(opened)
    } catch (error) {
      notifyError(tError, new NetworkError('The menu could not be loaded', { cause: error }))
    }
  }

  return (
    <Menu position="bottom-start" width={220} opened={isOpen} onChange={(opened) => void handleChange(opened)}>
      <Menu.Target>
        <ActionIcon
          className={className}
          size="md"
          aria-label={t('menu.label', { title: chat.title ?? t('unnamed') })}
          onPointerEnter={preloadItems}
          onFocus={preloadItems}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{Items && <Items chat={chat} />}</Menu.Dropdown>
    </Menu>
  )
}
