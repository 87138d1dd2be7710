import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../notify/confirm.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ErrorAlert } from '../ui/states/ErrorAlert.tsx'
import type { Values } from './paths.ts'
import type { ContractForm } from './use-contract-form.tsx'

type FormDialogProps<V extends Values> = {
  form: ContractForm<V>
  isOpen: boolean
  title: ReactNode
  /** The label of the save button; "Save" by default. */
  submitLabel?: string
  maxWidth?: number
  /** Escape and a click outside are for something else. */
  isPersistent?: boolean
  onClose: () => void
  onClosed?: () => void
  children: ReactNode
}

/** A form in a dialog, which asks before it discards input. Mount a new one for each opening. */
export function FormDialog<V extends Values>({
  form,
  title,
  submitLabel,
  maxWidth = 520,
  isPersistent = false,
  onClose,
  children,
  ...rest
}: FormDialogProps<V>) {
  const { t } = useTranslation('form')
  const { t: tCommon } = useTranslation()

  async function handleClose() {
    if (form.isSaving) return
    const question = {
      title: t('unsaved.title'),
      message: t('unsaved.message'),
      confirmLabel: t('unsaved.leave'),
      width: 400,
      danger: true,
    }
    if (!form.isDirty() || (await confirm(question))) onClose()
  }

  return (
    <Dialog title={title} maxWidth={maxWidth} persistent={isPersistent} isBusy={form.isSaving} onClose={() => void handleClose()} {...rest}>
      <form {...form.formProps}>
        <Stack gap="md">
          {children}
          <ErrorAlert error={form.problem} />
          <Group justify="flex-end" gap="xs" mt={4}>
            <Button variant="default" disabled={form.isSaving} onClick={() => void handleClose()}>
              {tCommon('cancel')}
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {submitLabel ?? tCommon('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
