import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { createFolderList, flattenChats, sortByChange } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { FolderMark } from '#entities/chat/FolderMark.tsx'
import { useLanguage } from '#i18n/use-language.ts'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from '../ChatHistory.module.css'
import { ChatItems } from '../ChatItems.tsx'
import { FolderMenu } from './FolderMenu.tsx'
import { useChatDrop } from './use-chat-drop.ts'

type FolderRowProps = {
  folder: ChatFolder
  /** Those of the same parent, in their order. */
  siblings: readonly ChatFolder[]
  openChatId: string | undefined
  isOpen: boolean
  onToggle: () => void
  /** The folders in it. */
  children?: ReactNode
}

/** A folder in the drawer; a chat can be dropped onto its row. */
export function FolderRow({ folder, siblings, openChatId, isOpen, onToggle, children }: FolderRowProps) {
  const { t } = useTranslation('folder')
  const { tag } = useLanguage()
  const nameId = useId()
  const drop = useChatDrop(folder.id)

  return (
    <li>
      <div className={classes.item} {...drop}>
        <UnstyledButton className={classes.link} aria-expanded={isOpen} title={folder.name} onClick={onToggle}>
          <IconChevronRight size={14} className={classes.chevron} aria-hidden />
          <FolderMark color={folder.color} className={classes.folderMark} />
          <span className={classes.title} id={nameId} translate="no">
            {folder.name}
          </span>
          <span className={classes.count}>
            <span aria-hidden>{folder.chat_count.toLocaleString(tag)}</span>
            <VisuallyHidden>{t('count', { count: folder.chat_count })}</VisuallyHidden>
          </span>
        </UnstyledButton>
        <FolderMenu folder={folder} siblings={siblings} className={classes.menu} />
      </div>
      {isOpen && (
        <div className={classes.inner}>
          {children && <ul className={classes.list}>{children}</ul>}
          <FolderChats folder={folder} openChatId={openChatId} labelledBy={nameId} />
        </div>
      )}
    </li>
  )
}

type FolderChatsProps = { folder: ChatFolder; openChatId: string | undefined; labelledBy: string }

function FolderChats({ folder, openChatId, labelledBy }: FolderChatsProps) {
  const { t } = useTranslation('folder')
  const { t: tCommon } = useTranslation()
  const list = useInfiniteQuery(chatQueries.list(createFolderList(folder.id)))
  const chats = sortByChange(flattenChats(list.data))

  if (list.error && chats.length === 0) return <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      <ChatItems chats={chats} openChatId={openChatId} labelledBy={labelledBy} />
      {list.data && chats.length === 0 && (
        <Text size="sm" c="dimmed" px="sm" py={6}>
          {t('empty')}
        </Text>
      )}
      {list.hasNextPage && (
        <Button variant="subtle" size="compact-sm" ms="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {tCommon('loadMore')}
        </Button>
      )}
    </>
  )
}
