import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconFiles,
  IconFolderPlus,
  IconMessagePlus,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUpdateFolder } from '#entities/chat/folder-edit.queries.ts'
import { paths } from '#shared/paths.ts'
import { folderDialogStore } from './folder-dialog.ts'

type FolderMenuProps = { folder: ChatFolder; siblings: readonly ChatFolder[]; className: string | undefined }

/** The actions on a folder. */
export function FolderMenu({ folder, siblings, className }: FolderMenuProps) {
  const { t } = useTranslation('folder')
  const update = useUpdateFolder({ silent: false })
  const index = siblings.findIndex(({ id }) => id === folder.id)
  const moveTo = (position: number) => update.mutate({ folder, change: { position } })

  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <ActionIcon className={className} size="md" aria-label={t('menu', { name: folder.name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={paths.newChat({ folderId: folder.id, assistantId: folder.assistant_id ?? undefined })}
          leftSection={<IconMessagePlus size={16} />}
        >
          {t('newChat')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => folderDialogStore.set({ kind: 'edit', folder })}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFiles size={16} />} onClick={() => folderDialogStore.set({ kind: 'files', folder })}>
          {t('files.heading')}
        </Menu.Item>
        {folder.parent_id === null && (
          <Menu.Item leftSection={<IconFolderPlus size={16} />} onClick={() => folderDialogStore.set({ kind: 'create', parent: folder })}>
            {t('newInside')}
          </Menu.Item>
        )}
        {index > 0 && (
          <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => moveTo(index - 1)}>
            {t('up')}
          </Menu.Item>
        )}
        {index < siblings.length - 1 && (
          <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => moveTo(index + 1)}>
            {t('down')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          onClick={() => folderDialogStore.set({ kind: 'delete', folder })}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
