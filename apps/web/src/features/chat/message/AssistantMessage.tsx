import type { Message } from '@heddle/contracts/message/message'
import { VisuallyHidden } from '@mantine/core'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type LiveReply, toLiveReply } from '../reply/live-reply.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import classes from './AssistantMessage.module.css'
import { EndAction } from './EndAction.tsx'
import { NamedExpert } from './NamedExpert.tsx'
import { ReplyBar } from './ReplyBar.tsx'
import { ReplyEnd } from './ReplyEnd.tsx'
import { ReplyNotices, UnsupportedNotice } from './ReplyNotices.tsx'
import { ReplyParts } from './ReplyParts.tsx'

type AssistantMessageProps = {
  message: Message
  store: ReplyStore
  isOwner: boolean
  /** It has a heading that says who made it. */
  isCompared?: boolean
}

/** One reply. The component stays mounted from the first token to the end, so that the end does not render the text again. */
export const AssistantMessage = memo(function AssistantMessage({ message, store, isOwner, isCompared = false }: AssistantMessageProps) {
  const { t } = useTranslation('chat')
  const live = useLive(message, store)
  const isLive = message.status === 'generating'
  return (
    <article className={classes.root} aria-busy={isLive}>
      {!isCompared && <VisuallyHidden component="h2">{t('message.reply')}</VisuallyHidden>}
      {message.assistant && !isCompared && <NamedExpert name={message.assistant.name} />}
      <ReplyParts reply={live ?? toLiveReply(message)} message={message} />
      <ReplyEnd message={message} isOwner={isOwner} action={<EndAction message={message} />} />
      {!isLive && <ReplyNotices notices={message.notices} />}
      {!isLive && <UnsupportedNotice message={message} />}
      {!isLive && <ReplyBar message={message} />}
    </article>
  )
})

const notSubscribed = () => () => undefined

/** Returns the received part of this reply while it is running; null otherwise. */
function useLive({ id, status }: Message, store: ReplyStore): LiveReply | null {
  const isLive = status === 'generating'
  const read = useCallback(() => (isLive && store.getStatus().replyId === id ? store.getLive() : null), [store, id, isLive])
  return useSyncExternalStore(isLive ? store.subscribe : notSubscribed, read)
}
