import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { findFailedRequest } from '../../api/errors.ts'
import { notify } from '../../notify/notify.ts'
import { RequestId } from './RequestId.tsx'

type CrashBoundaryProps = { resetKeys?: unknown[]; children: ReactNode }

/** Limits a crash to its part of the page, shows the id of the request that failed, if one did, and offers a retry. */
export function CrashBoundary({ resetKeys, children }: CrashBoundaryProps) {
  return (
    <ErrorBoundary FallbackComponent={CrashAlert} resetKeys={resetKeys}>
      {children}
    </ErrorBoundary>
  )
}

function CrashAlert({ error, resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation()
  const requestId = findFailedRequest(error)
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
      {t('crash.part')}
      <Button variant="subtle" color="red" size="compact-sm" ms="xs" onClick={() => resetErrorBoundary()}>
        {t('retry')}
      </Button>
      {requestId !== null && <RequestId id={requestId} />}
    </Alert>
  )
}

type OverlayBoundaryProps = {
  isOpen: boolean
  /** Changes when the overlay opens again, which resets the crash. */
  opening: unknown
  onClose: () => void
  children: ReactNode
}

/**
 * The boundary of an overlay: a crash closes and reports it. It stays mounted when the overlay closes, because an error during the removal
 * of the overlay reaches only the boundaries around it.
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
