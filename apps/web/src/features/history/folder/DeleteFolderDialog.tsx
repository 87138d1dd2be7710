import type { ChatFolder } from '@heddle/contracts/chat/folder'
import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteFolder } from '#entities/chat/folder-edit.queries.ts'
import { notify } from '#shared/notify/notify.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'

type DeleteFolderDialogProps = { folder: ChatFolder; onClose: () => void }

/** Asks whether the chats go with the folder; they stay unless that is chosen. */
export function DeleteFolderDialog({ folder, onClose }: DeleteFolderDialogProps) {
  const { t } = useTranslation('folder')
  const [withChats, setWithChats] = useState(false)
  const remove = useDeleteFolder()

  function handleDelete() {
    remove.mutate(
      { id: folder.id, withChats },
      {
        onSuccess: () => {
          notify({ kind: 'success', message: t('deleted'), timeout: 1_500 })
          onClose()
        },
      },
    )
  }

  return (
    <DeleteDialog
      title={t('deleteTitle', { name: folder.name })}
      maxWidth={440}
      deleteLabel={t('delete')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
    >
      <Text size="sm">{t(withChats ? 'deleteAllHint' : 'deleteHint')}</Text>
      <Checkbox label={t('withChats')} checked={withChats} onChange={(event) => setWithChats(event.currentTarget.checked)} />
      <ErrorAlert error={remove.error} />
    </DeleteDialog>
  )
}
