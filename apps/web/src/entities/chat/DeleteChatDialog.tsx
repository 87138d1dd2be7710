import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/Dialog.tsx'
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
    <Dialog
      isOpen={isOpen}
      title={t('delete.title')}
      maxWidth={400}
      persistent
      isBusy={remove.isPending}
      onClose={onClose}
      onClosed={onClosed}
    >
      <Stack gap="md">
        <Text size="sm">{t('delete.question', { title: chat.title ?? t('unnamed') })}</Text>
        {remove.error && (
          <Alert color="red" role="alert">
            {remove.error instanceof ChatNotDeletedError
              ? t('delete.failed')
              : t('errorPrefix', { message: formatErrorMessage(tError, remove.error) })}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={remove.isPending} data-autofocus onClick={onClose}>
            {t('delete.cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={handleDelete}>
            {t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
