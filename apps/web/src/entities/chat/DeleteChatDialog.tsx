import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { notify } from '#shared/notify/notify.ts'
import { DeleteDialog } from '#shared/ui/dialogs/DeleteDialog.tsx'
import type { ChatDialogProps } from './chat-dialog.ts'
import { ChatNotDeletedError, useDeleteChat } from './chats.queries.ts'

export function DeleteChatDialog({ chat, isOpen, onClose, onClosed, onDeleted }: ChatDialogProps) {
  const { t } = useTranslation('history')
  const { t: tError } = useTranslation('errors')
  const remove = useDeleteChat(chat.id)

  function handleDelete() {
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('delete.done'), timeout: 1_500 })
        onDeleted(chat.id)
        onClose()
      },
    })
  }

  return (
    <DeleteDialog
      isOpen={isOpen}
      title={t('delete.title')}
      maxWidth={400}
      deleteLabel={t('delete.confirm')}
      isDeleting={remove.isPending}
      onDelete={handleDelete}
      onClose={onClose}
      onClosed={onClosed}
    >
      <Text size="sm">{t('delete.question', { title: chat.title ?? t('unnamed') })}</Text>
      {remove.error && (
        <Alert color="red" role="alert">
          {remove.error instanceof ChatNotDeletedError
            ? t('delete.failed')
            : t('errorPrefix', { message: formatErrorMessage(tError, remove.error) })}
        </Alert>
      )}
    </DeleteDialog>
  )
}
