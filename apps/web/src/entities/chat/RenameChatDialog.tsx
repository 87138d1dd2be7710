import { limits } from '@heddle/contracts/limits'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#shared/notify/notify.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { ChatDialogProps } from './chat-dialog.ts'
import { useRenameChat } from './chats.queries.ts'

export function RenameChatDialog({ chat, isOpen, onClose, onClosed }: ChatDialogProps) {
  const { t } = useTranslation('history')
  const [name, setName] = useState(chat.title ?? '')
  const rename = useRenameChat(chat.id)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '' || wanted === chat.title) return onClose()
    rename.mutate(wanted, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('rename.done'), timeout: 1_500 })
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen={isOpen} title={t('rename.title')} maxWidth={400} isBusy={rename.isPending} onClose={onClose} onClosed={onClosed}>
      <form onSubmit={handleSubmit}>
        <Stack gap="md">
          <TextInput
            label={t('rename.label')}
            value={name}
            maxLength={limits.chatTitleCharacters}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={rename.isPending} onClick={onClose}>
              {t('rename.cancel')}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {t('rename.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
