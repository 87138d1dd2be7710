import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { notify } from '../notify/notify.ts'

type CrashBoundaryProps = { resetKeys?: unknown[]; children: ReactNode }

/** Keeps a crash in its part of the page, with a way to try again. */
export function CrashBoundary({ resetKeys, children }: CrashBoundaryProps) {
  return (
    <ErrorBoundary FallbackComponent={CrashAlert} resetKeys={resetKeys}>
      {children}
    </ErrorBoundary>
  )
}

function CrashAlert({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
      {t('crash.part')}
      <Button variant="subtle" color="red" size="compact-sm" ms="xs" onClick={() => resetErrorBoundary()}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

type OverlayBoundaryProps = {
  isOpen: boolean
  /** Changes when the overlay opens again, which ends the crash. */
  opening: unknown
  onClose: () => void
  children: ReactNode
}

/**
 * Around what opens beside or above the page: a crash closes it and says so. The boundary stays when the overlay goes, as what fails
 * while an overlay is removed reaches only the boundaries around it.
 */
export function OverlayBoundary({ isOpen, opening, onClose, children }: OverlayBoundaryProps) {
  const { t } = useTranslation()
  function handleError() {
    if (!isOpen) return
    onClose()
    notify({ kind: 'error', message: t('crash.part') })
  }
  return (
    <ErrorBoundary fallback={null} resetKeys={[opening]} onError={handleError}>
      {children}
    </ErrorBoundary>
  )
}
