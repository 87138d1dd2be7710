import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { nestFolders } from '#entities/chat/folders.queries.ts'
import classes from '../ChatHistory.module.css'
import { folderDialogStore } from './folder-dialog.ts'
import { FolderRow } from './FolderRow.tsx'
import { useOpenFolders } from './use-open-folders.ts'

type FolderTreeProps = { folders: readonly ChatFolder[]; openChatId: string | undefined }

/** The folders in the drawer, each with those in it and, while it is open, with its chats. */
export function FolderTree({ folders, openChatId }: FolderTreeProps) {
  const { t } = useTranslation('folder')
  const headingId = useId()
  const { isOpen, toggle } = useOpenFolders()
  const tree = nestFolders(folders)
  const parents = tree.map(({ folder }) => folder)

  return (
    <>
      <div className={classes.heading}>
        <h2 id={headingId}>{t('heading')}</h2>
        <Tooltip label={t('new')}>
          <ActionIcon
            size="sm"
            aria-label={t('new')}
            data-focus-home
            onClick={() => folderDialogStore.set({ kind: 'create', parent: null })}
          >
            <IconFolderPlus size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <ul className={classes.list} aria-labelledby={headingId}>
        {tree.map(({ folder, inner }) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            siblings={parents}
            openChatId={openChatId}
            isOpen={isOpen(folder.id)}
            onToggle={() => toggle(folder.id)}
          >
            {inner.map((child) => (
              <FolderRow
                key={child.id}
                folder={child}
                siblings={inner}
                openChatId={openChatId}
                isOpen={isOpen(child.id)}
                onToggle={() => toggle(child.id)}
              />
            ))}
          </FolderRow>
        ))}
      </ul>
    </>
  )
}
