import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'

type DeleteDialogProps = {
  isOpen?: boolean
  title: string
  /** In pixels. */
  maxWidth?: number
  deleteLabel: string
  isDeleting: boolean
  /** Something has to be chosen or read first. */
  isBlocked?: boolean
  onDelete: () => void
  onClose: () => void
  onClosed?: () => void
  /** What is deleted, and the error. */
  children: ReactNode
}

/** Explains what is deleted, and asks; the focus is on the button that cancels. */
export function DeleteDialog({
  isOpen = true,
  maxWidth = 500,
  deleteLabel,
  isDeleting,
  isBlocked = false,
  onDelete,
  onClose,
  children,
  ...rest
}: DeleteDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen={isOpen} maxWidth={maxWidth} persistent isBusy={isDeleting} onClose={onClose} {...rest}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isDeleting} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={isDeleting} disabled={isBlocked} onClick={onDelete}>
            {deleteLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
