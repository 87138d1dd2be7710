import type { Chat } from '@heddle/contracts/chat/chat'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArchive,
  IconBraces,
  IconCheck,
  IconDots,
  IconFileTypeDocx,
  IconMarkdown,
  IconMessagePlus,
  IconPencil,
  IconSearch,
  IconShare,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AssistantMark } from '#entities/assistant/AssistantMark.tsx'
import { useChatDialogs } from '#entities/chat/ChatDialogs.tsx'
import { useExportChat, useSetChatInstructions } from '#entities/chat/chats.queries.ts'
import { FolderMark } from '#entities/chat/FolderMark.tsx'
import { useFolder } from '#entities/chat/folders.queries.ts'
import { hasPages } from '#entities/chat/known-messages.ts'
import { OrderItems } from '#entities/chat/OrderItems.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { runShortcut } from '#shared/shortcuts/shortcuts.ts'
import { Name } from '#shared/ui/Name.tsx'
import classes from './ChatHeader.module.css'
import { TitleEditor } from './TitleEditor.tsx'

/** The name of the open chat, and its actions. */
export function ChatHeader({ chat }: { chat: Chat }) {
  const { t } = useTranslation('chat')
  const { t: tHistory } = useTranslation('history')
  const exportChat = useExportChat(chat.id)
  const setInstructions = useSetChatInstructions(chat.id)
  const localized = useLocalized()
  const { openShare, openDelete } = useChatDialogs()
  const [isRenaming, setIsRenaming] = useState(false)
  const [movesFocus, setMovesFocus] = useState(false)
  const folder = useFolder(chat.folder_id)
  // What is kept of a chat is nothing of a temporary one: it has no title, no folder and no export, and ends with the button above it.
  const isTemporary = chat.temporary_until !== null
  const title = isTemporary ? t('page.temporary') : (chat.title ?? t('page.unnamed'))

  function handleRename() {
    setMovesFocus(true)
    setIsRenaming(true)
  }

  function handleFind() {
    setMovesFocus(true)
    runShortcut('find')
  }

  return (
    <div className={classes.root}>
      <div className={classes.names}>
        {isRenaming ? (
          <TitleEditor chat={chat} onClose={() => setIsRenaming(false)} />
        ) : (
          <h1 className={classes.title} title={title}>
            {title}
          </h1>
        )}
        <p className={classes.about}>
          {chat.assistant && <AssistantMark assistant={chat.assistant} size="small" />}
          <span className={classes.assistant}>
            {chat.assistant ? <Name>{localized(chat.assistant.name)}</Name> : t('header.noAssistant')}
          </span>
          {folder && (
            <span className={classes.folder} title={tHistory('folderOf', { name: folder.name })}>
              <FolderMark color={folder.color} size={13} />
              <Name>{folder.name}</Name>
            </span>
          )}
          {chat.is_archived && (
            <span className={classes.shared}>
              <IconArchive size={13} aria-hidden /> {tHistory('archived')}
            </span>
          )}
          {chat.is_shared && (
            <span className={classes.shared}>
              <IconUsers size={13} aria-hidden /> {t('header.shared')}
            </span>
          )}
        </p>
      </div>
      <Tooltip label={t('header.newChat')}>
        <ActionIcon
          component={Link}
          to={paths.newChat({ assistantId: chat.assistant?.id, folderId: chat.folder_id ?? undefined })}
          size="lg"
          aria-label={t('header.newChat')}
        >
          <IconMessagePlus size={20} />
        </ActionIcon>
      </Tooltip>
      {/* The field of the title or of the search takes the focus; giving it back to the button would end the renaming. */}
      <Menu width={220} returnFocus={!movesFocus} onOpen={() => setMovesFocus(false)}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t('header.more')} data-focus-home>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {chat.abilities.write && !isTemporary && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={handleRename}>
              {t('header.rename')}
            </Menu.Item>
          )}
          {hasPages(chat.messages) && (
            <Menu.Item leftSection={<IconSearch size={16} />} onClick={handleFind}>
              {t('header.find')}
            </Menu.Item>
          )}
          {chat.abilities.write && (
            <Menu.CheckboxItem
              checked={chat.uses_instructions}
              checkIcon={<IconCheck size={16} />}
              disabled={setInstructions.isPending}
              onChange={(isUsed) => setInstructions.mutate(isUsed)}
            >
              {t('header.useInstructions')}
            </Menu.CheckboxItem>
          )}
          {chat.abilities.share && !isTemporary && (
            <Menu.Item leftSection={<IconShare size={16} />} onClick={() => openShare(chat)}>
              {t('header.share')}
            </Menu.Item>
          )}
          {chat.abilities.write && !isTemporary && <OrderItems chat={chat} />}
          {!isTemporary && (
            <>
              <Menu.Item leftSection={<IconFileTypeDocx size={16} />} onClick={() => exportChat.mutate({ format: 'docx' })}>
                {tHistory('menu.exportWord')}
              </Menu.Item>
              <Menu.Item leftSection={<IconMarkdown size={16} />} onClick={() => exportChat.mutate({ format: 'md' })}>
                {tHistory('menu.exportMarkdown')}
              </Menu.Item>
              <Menu.Item leftSection={<IconBraces size={16} />} onClick={() => exportChat.mutate({ format: 'json' })}>
                {tHistory('menu.exportJson')}
              </Menu.Item>
            </>
          )}
          {chat.abilities.delete && !isTemporary && (
            <Menu.Item color="red" c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={() => openDelete(chat)}>
              {t('header.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
