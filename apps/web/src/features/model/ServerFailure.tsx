import type { ErrorCode } from '@heddle/contracts/errors'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Failures that an administrator can mend. */
const mendable = ['CHAT_AUTH_KEY_MISSING', 'MODEL_ADDRESS_REFUSED', 'MODEL_NOT_AN_API', 'MODEL_REFUSED', 'MODEL_UNAVAILABLE'] as const

type ServerFailureProps = {
  error: { code: ErrorCode; status?: number | null; message?: string | null }
  onRetry?: () => void
}

/** Why a server or a model of it does not answer, to an administrator, and what to do. */
export function ServerFailure({ error: { code, status = null, message = null }, onRetry }: ServerFailureProps) {
  const { t } = useTranslation('model')
  const { t: tErrors } = useTranslation('errors')
  const { t: tCommon } = useTranslation()
  const known = mendable.find((each) => each === code)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={known ? t(`failure.${known}.title`) : tErrors(`code.${code}`)}
    >
      {known && <Text size="sm">{t(`failure.${known}.hint`)}</Text>}
      {status !== null && <Text size="sm">{t('test.status', { status })}</Text>}
      {message !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('test.words', { message })}
        </Text>
      )}
      {onRetry && (
        <Button variant="subtle" color="red" size="compact-sm" mt={4} onClick={onRetry}>
          {tCommon('retry')}
        </Button>
      )}
    </Alert>
  )
}
