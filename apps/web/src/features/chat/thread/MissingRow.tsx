import type { Message } from '@heddle/contracts/message/message'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import classes from './MissingRow.module.css'

type MissingRowProps = { role: Message['role']; height: number; gapBefore: number }

/** The place of a message that has not been read yet. */
export function MissingRow({ role, height, gapBefore }: MissingRowProps) {
  return (
    <div className={classes.row} data-role={role} style={{ height, marginTop: gapBefore }} aria-hidden>
      {role === 'user' ? (
        <Skeleton height={40} width="55%" radius="lg" />
      ) : (
        ['100%', '92%', '60%'].map((width) => <Skeleton key={width} height={12} width={width} radius="xl" />)
      )}
    </div>
  )
}

type LoadingMessagesProps = { error: Error | null; isLoading: boolean; retry: () => void }

/** Announces that messages are read, or shows above them why they could not be. */
export function LoadingMessages({ error, isLoading, retry }: LoadingMessagesProps) {
  const { t } = useTranslation('chat')
  return (
    <div className={classes.notice}>
      <VisuallyHidden role="status">{isLoading ? t('page.loadingMessages') : ''}</VisuallyHidden>
      {error && !isLoading && <ErrorAlert error={error} failure="loadMessages" onRetry={retry} />}
    </div>
  )
}
