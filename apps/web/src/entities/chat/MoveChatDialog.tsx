import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { ChatDialogProps } from './chat-dialog.ts'
import { useSetChatSettings } from './chat-settings.queries.ts'
import { FolderPicker } from './FolderPicker.tsx'

export function MoveChatDialog({ chat, isOpen, onClose, onClosed }: ChatDialogProps) {
  const { t } = useTranslation('folder')
  const { t: tHistory } = useTranslation('history')
  const move = useSetChatSettings()

  function handleChoose(folderId: string | null) {
    if (folderId === chat.folder_id) return onClose()
    move.mutate(
      { id: chat.id, folder_id: folderId },
      {
        onSuccess: () => {
          notify({ kind: 'success', message: t('move.done'), timeout: 1_500 })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={t('move.title', { title: chat.title ?? tHistory('unnamed') })}
      maxWidth={440}
      isBusy={move.isPending}
      onClose={onClose}
      onClosed={onClosed}
    >
      <FolderPicker current={chat.folder_id} isBusy={move.isPending} onChoose={handleChoose} />
    </Dialog>
  )
}
