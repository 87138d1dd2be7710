import { getDefaultZIndex, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CrashBoundary } from '../states/CrashBoundary.tsx'

type DialogProps = {
  isOpen: boolean
  title: ReactNode
  /** In pixels. */
  maxWidth: number
  /** Stays open on Escape and on a click outside. */
  persistent?: boolean
  isBusy?: boolean
  /** Opens above another dialog that waits for it. */
  isAboveOthers?: boolean
  onClose: () => void
  /** Called when the closing animation has ended. */
  onClosed?: () => void
  children: ReactNode
}

export function Dialog({
  isOpen,
  title,
  maxWidth,
  persistent = false,
  isBusy = false,
  isAboveOthers = false,
  onClose,
  onClosed,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      size={maxWidth}
      centered
      zIndex={getDefaultZIndex(isAboveOthers ? 'popover' : 'modal')}
      closeOnClickOutside={!persistent}
      closeOnEscape={!persistent}
      closeButtonProps={{ 'aria-label': t('close'), disabled: isBusy }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.4 } }}
    >
      <CrashBoundary resetKeys={[isOpen]}>{children}</CrashBoundary>
    </Modal>
  )
}
