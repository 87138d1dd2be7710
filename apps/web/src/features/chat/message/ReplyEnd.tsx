import type { Message } from '@heddle/contracts/chat/message'
import { IconAlertCircle, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './AssistantMessage.module.css'

type ReplyEndProps = { message: Pick<Message, 'status' | 'content' | 'error'>; isOwner: boolean }

/** The reason why a reply was not completed. */
export function ReplyEnd({ message, isOwner }: ReplyEndProps) {
  const { t } = useTranslation('chat')
  const { t: tError } = useTranslation('errors')
  switch (message.status) {
    case 'failed': {
      const reason = message.error
        ? tError(`code.${message.error.code}`, { defaultValue: message.error.message || tError('generic') })
        : tError('generic')
      return (
        <p className={classes.error}>
          <IconAlertCircle size={18} aria-hidden />
          {t('message.error', { message: reason })}
        </p>
      )
    }
    case 'interrupted':
      return (
        <p className={classes.note}>
          <IconPlugConnectedX size={16} aria-hidden />
          {t('message.interrupted')}
        </p>
      )
    case 'stopped':
      return (
        <p className={classes.note}>
          <IconPlayerStop size={16} aria-hidden />
          {message.error ? t('message.accessLost') : isOwner ? t('message.stopped') : t('message.stoppedReader')}
        </p>
      )
    case 'completed':
      return message.content === '' ? <p className={classes.note}>{t('message.emptyReply')}</p> : null
    case 'generating':
      return null
  }
}
