import type { Message } from '@heddle/contracts/message/message'
import { IconAlertCircle, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './AssistantMessage.module.css'
import { useEndReason } from './use-end-reason.ts'

type ReplyEndProps = {
  message: Pick<Message, 'status' | 'content' | 'error'>
  isOwner: boolean
  /** What the reader can do about it. */
  action?: ReactNode
}

/** The reason why a reply was not completed. */
export function ReplyEnd({ message, isOwner, action }: ReplyEndProps) {
  const { t } = useTranslation('chat')
  const explain = useEndReason()
  switch (message.status) {
    case 'failed':
      return (
        <div className={classes.error}>
          <IconAlertCircle size={18} aria-hidden />
          <Reason action={action}>{t('message.error', { message: explain(message) })}</Reason>
        </div>
      )
    case 'interrupted':
      return (
        <div className={classes.note}>
          <IconPlugConnectedX size={16} aria-hidden />
          <Reason action={action}>{explain(message) ?? t('message.interrupted')}</Reason>
        </div>
      )
    case 'stopped':
      return (
        <div className={classes.note}>
          <IconPlayerStop size={16} aria-hidden />
          <Reason action={action}>
            {message.error ? t('message.accessLost') : isOwner ? t('message.stopped') : t('message.stoppedReader')}
          </Reason>
        </div>
      )
    case 'completed':
      return message.content === '' ? <p className={classes.note}>{t('message.emptyReply')}</p> : null
    case 'generating':
      return null
  }
}

const Reason = ({ action, children }: { action: ReactNode; children: string }) => (
  <div className={classes.reason}>
    <p>{children}</p>
    {action}
  </div>
)
