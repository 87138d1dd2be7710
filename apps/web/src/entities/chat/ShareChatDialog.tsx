import { ActionIcon, Alert, Button, Group, Loader, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/errors.ts'
import { copyText } from '#shared/clipboard.ts'
import { formatErrorMessage } from '#shared/notify/describe-error.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import type { ChatDialogProps } from './chat-dialog.ts'
import { useShareChat } from './chats.queries.ts'

export function ShareChatDialog({ chat, isOpen, onClose, onClosed }: ChatDialogProps) {
  const { t } = useTranslation('history')
  const { t: tError } = useTranslation('errors')
  const [isCopied, setIsCopied] = useState(false)
  const share = useShareChat(chat.id)
  const link = new URL(paths.sharedChat(chat.id), window.location.origin).href
  const isShared = share.data?.chat.explicitly_public === true

  // Opening the dialog shares the chat (specification, section 2).
  const { mutate: setPublic } = share
  useEffect(() => {
    setPublic(true)
  }, [setPublic])

  function handleCopy() {
    void copyText(link).then(
      () => {
        setIsCopied(true)
        notify({ kind: 'success', message: t('share.copied'), timeout: 1_500 })
      },
      () => notify({ kind: 'error', message: t('share.copyFailed') }),
    )
  }

  function handleStopSharing() {
    setPublic(false, {
      onSuccess: () => {
        notify({ kind: 'success', message: t('share.stopped'), timeout: 1_500 })
        onClose()
      },
    })
  }

  return (
    <Dialog isOpen={isOpen} title={t('share.title')} maxWidth={700} persistent onClose={onClose} onClosed={onClosed}>
      <Stack gap="md">
        <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {t('share.warning')}
        </Alert>
        {share.isPending && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{t('share.updating')}</Text>
          </Group>
        )}
        {/* Other kinds of errors are ignored here (specification, section 8). */}
        {share.error instanceof ApiError && (
          <Alert color="red" role="alert">
            {t('errorPrefix', { message: formatErrorMessage(tError, share.error) })}
          </Alert>
        )}
        {isShared && !share.isPending && (
          <TextInput
            readOnly
            value={link}
            aria-label={t('share.link')}
            onFocus={(event) => event.currentTarget.select()}
            rightSection={
              <Tooltip label={isCopied ? t('share.copied') : t('share.copy')}>
                <ActionIcon aria-label={t('share.copy')} color={isCopied ? 'teal' : 'gray'} onClick={handleCopy}>
                  {isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                </ActionIcon>
              </Tooltip>
            }
          />
        )}
        <Group justify="space-between" gap="xs">
          {isShared ? (
            <Button variant="subtle" color="red" disabled={share.isPending} onClick={handleStopSharing}>
              {t('share.stop')}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="default" onClick={onClose}>
            {t('share.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
