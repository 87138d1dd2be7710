import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { findFailedRequest } from '../../api/errors.ts'
import { type Failure, useDescribedError } from '../../notify/describe-error.ts'
import { RequestId } from './RequestId.tsx'

type ErrorAlertProps = { error: unknown; failure?: Failure; onRetry?: () => void }

/** An error on the screen itself, with code and status like a snackbar, the id of a request in which the service failed, and a retry. Renders nothing without an error. */
export function ErrorAlert({ error, failure, onRetry }: ErrorAlertProps) {
  const { t } = useTranslation()
  const described = useDescribedError(error, failure)
  if (described === null) return null
  const requestId = findFailedRequest(error)
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={described.title}>
      {described.message}
      {onRetry && (
        <Button variant="subtle" color="red" size="compact-sm" ml="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {requestId !== null && <RequestId id={requestId} />}
    </Alert>
  )
}
