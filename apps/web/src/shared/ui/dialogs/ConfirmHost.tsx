import { Button, Group, Stack, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type Confirmation, confirmStore } from '../../notify/confirm.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorAlert } from '../states/ErrorAlert.tsx'

/** Renders the dialog of `confirm()`, once in the application. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const pending = useSyncExternalStore(confirmStore.subscribe, confirmStore.read)
  const [shown, setShown] = useState<Confirmation | null>(pending)
  const [isActing, setIsActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // The texts stay while the dialog fades out.
  if (pending && pending !== shown) {
    setShown(pending)
    setError(null)
  }
  if (!shown) return null

  async function handleConfirm() {
    if (!pending || isActing) return
    setIsActing(true)
    setError(null)
    try {
      await pending.act?.()
      pending.answer(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setIsActing(false)
    }
  }

  return (
    <Dialog
      isOpen={pending !== null}
      title={shown.title}
      maxWidth={shown.width ?? 300}
      persistent
      isAboveOthers
      isBusy={isActing}
      onClose={() => pending?.answer(false)}
    >
      <Stack gap="md">
        <Text size="sm">{shown.message}</Text>
        <ErrorAlert error={error} />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        {shown.cancelButton !== false && (
          <Button variant="default" disabled={isActing} onClick={() => pending?.answer(false)}>
            {t('cancel')}
          </Button>
        )}
        <Button color={shown.danger ? 'red' : undefined} data-autofocus loading={isActing} onClick={() => void handleConfirm()}>
          {shown.confirmLabel ?? t('confirm')}
        </Button>
      </Group>
    </Dialog>
  )
}
