import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '#shared/notify/describe-error.ts'
import type { SavingStatus as Status } from './saving/draft-saver.ts'

type SavingStatusProps = { status: Status; error: unknown; onRetry: () => void }

/** Whether the draft is saved; a screen reader hears of failures only, not of every save. */
export function SavingStatus({ status, error, onRetry }: SavingStatusProps) {
  const { t } = useTranslation('builder')
  const { t: tCommon } = useTranslation()
  const message = useErrorMessage(status === 'failed' || status === 'refused' ? error : null)
  const describeFailure = () =>
    message === null ? t(`saving.${status}`) : tCommon('labeled', { label: t(`saving.${status}`), value: message })
  const isBroken = status === 'failed' || status === 'refused'
  return (
    <span data-status={status}>
      <Text span size="sm" c={isBroken ? 'var(--mantine-color-error)' : 'dimmed'} title={message ?? undefined}>
        {t(`saving.${status}`)}
      </Text>
      {isBroken && (
        <Button variant="subtle" color="red" size="compact-sm" onClick={onRetry}>
          {t('saving.retry')}
        </Button>
      )}
      <VisuallyHidden role="status">{isBroken ? describeFailure() : ''}</VisuallyHidden>
    </span>
  )
}
