import { Button, Group, Text } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type Confirmation, confirmStore } from '../notify/confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Shows what `confirm()` asks. Once in the application. */
export function ConfirmHost() {
  const { t } = useTranslation()
  const pending = useSyncExternalStore(confirmStore.subscribe, confirmStore.read)
  const [shown, setShown] = useState<Confirmation | null>(pending)
  // The words stay while the dialog fades out.
  if (pending && pending !== shown) setShown(pending)
  if (!shown) return null

  return (
    <Dialog
      isOpen={pending !== null}
      title={shown.title}
      maxWidth={shown.width ?? 300}
      persistent
      isAboveOthers
      onClose={() => pending?.answer(false)}
    >
      <Text size="sm">{shown.message}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        {shown.cancelButton !== false && (
          <Button variant="default" onClick={() => pending?.answer(false)}>
            {t('cancel')}
          </Button>
        )}
        <Button color={shown.danger ? 'red' : undefined} data-autofocus onClick={() => pending?.answer(true)}>
          {shown.confirmLabel ?? t('confirm')}
        </Button>
      </Group>
    </Dialog>
  )
}
