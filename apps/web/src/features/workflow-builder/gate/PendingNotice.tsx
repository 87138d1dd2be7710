import type { WorkflowGate } from '@heddle/contracts/evaluation/gate'
import { Alert } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '#i18n/use-language.ts'
import { ApiError } from '#shared/api/errors.ts'
import { formatDateTime, parseTime } from '#shared/dates.ts'
import { useErrorMessage } from '#shared/notify/describe-error.ts'

/** A publication that waits for the conditions, or did not take place. */
export function PendingNotice({ pending }: { pending: NonNullable<WorkflowGate['pending']> }) {
  const { t } = useTranslation('evaluation')
  const localized = useLocalized()
  const { by, at, error } = pending
  const message = useErrorMessage(error && new ApiError(409, error.code, error.message, error.params))
  const [name, time] = [by ? localized(by.name) : t('gate.pending.someone'), formatDateTime(parseTime(at))]
  return (
    <Alert
      variant="light"
      role="status"
      color={error ? 'red' : 'blue'}
      icon={error ? <IconAlertCircle aria-hidden /> : <IconClock aria-hidden />}
      title={t(error ? 'gate.pending.failed' : 'gate.pending.waiting')}
    >
      {t('gate.pending.asked', { name, time })}
      {message !== null && <div>{message}</div>}
    </Alert>
  )
}
