import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Failure, useDescribedError } from '../notify/describe-error.ts'

type ErrorAlertProps = { error: unknown; failure?: Failure; onRetry?: () => void }

/** A failed read in its place on the screen, with code and status as a snackbar has them, and a way to try again. Nothing while there is no error. */
export function ErrorAlert({ error, failure, onRetry }: ErrorAlertProps) {
  const { t } = useTranslation()
  const described = useDescribedError(error, failure)
  if (described === null) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={described.title}>
      {described.message}
      {onRetry && (
        <Button variant="subtle" color="red" size="compact-sm" ml="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  )
}
