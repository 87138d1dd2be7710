import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Failure, useErrorMessage } from '../notify/describe-error.ts'

type ErrorAlertProps = { error: unknown; failure?: Failure; onRetry?: () => void }

/** A failed reading in its place on the screen, with a way to try again. Nothing while there is no error. */
export function ErrorAlert({ error, failure, onRetry }: ErrorAlertProps) {
  const { t } = useTranslation()
  const message = useErrorMessage(error, failure)
  if (message === null) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
      {message}
      {onRetry && (
        <Button variant="subtle" color="red" size="compact-sm" ml="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  )
}
