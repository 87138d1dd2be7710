import type { ChatShare } from '@heddle/contracts/chat/share'
import { ActionIcon, Loader, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#shared/clipboard.ts'
import { notify } from '#shared/notify/notify.ts'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import type { ChatDialogProps } from '../chat-dialog.ts'
import { ShareForm } from './ShareForm.tsx'
import { ShareList } from './ShareList.tsx'
import { shareQueries } from './shares.queries.ts'

/** Who reads a chat, and the form that shares it with more readers or changes a share. */
export function ShareChatDialog({ chat, isOpen, onClose, onClosed }: ChatDialogProps) {
  const { t } = useTranslation('share')
  const { t: tCommon } = useTranslation()
  const headingId = useId()
  const [changed, setChanged] = useState<ChatShare | null>(null)
  const [savedCount, setSavedCount] = useState(0)
  const { data: shares = [], error, isPending, refetch } = useQuery({ ...shareQueries.ofChat(chat.id), staleTime: 0 })

  function handleSaved() {
    setChanged(null)
    setSavedCount((count) => count + 1)
  }

  return (
    <Dialog isOpen={isOpen} title={t('title')} maxWidth={700} persistent onClose={onClose} onClosed={onClosed}>
      <Stack gap="md">
        {isPending && <Loader size="sm" type="dots" role="status" aria-label={tCommon('loading')} />}
        <ErrorAlert error={error} onRetry={() => void refetch()} />
        {shares.length > 0 && !changed && (
          <>
            <Text id={headingId} component="h3" m={0} size="sm" fw={600}>
              {t('readers')}
            </Text>
            <ShareList chatId={chat.id} shares={shares} labelledBy={headingId} onChange={setChanged} />
            <ShareLink chatId={chat.id} />
            <Text component="h3" m={0} size="sm" fw={600}>
              {t('form.new')}
            </Text>
          </>
        )}
        {!isPending && !error && (
          <ShareForm
            key={`${changed?.id} ${savedCount}`}
            chatId={chat.id}
            share={changed}
            isFocused={changed !== null || shares.length === 0}
            onSaved={handleSaved}
            onCancel={changed ? () => setChanged(null) : onClose}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function ShareLink({ chatId }: { chatId: string }) {
  const { t } = useTranslation('share')
  const [isCopied, setIsCopied] = useState(false)
  const link = new URL(paths.sharedChat(chatId), window.location.origin).href

  function handleCopy() {
    void copyText(link).then(
      () => {
        setIsCopied(true)
        notify({ kind: 'success', message: t('link.copied'), timeout: 1_500 })
      },
      () => notify({ kind: 'error', message: t('link.copyFailed') }),
    )
  }

  return (
    <TextInput
      readOnly
      value={link}
      label={t('link.label')}
      description={t('link.hint')}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <Tooltip label={isCopied ? t('link.copied') : t('link.copy')}>
          <ActionIcon aria-label={t('link.copy')} color={isCopied ? 'teal' : 'gray'} onClick={handleCopy}>
            {isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}
