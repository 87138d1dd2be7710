import type { Message } from '@heddle/contracts/message'
import { languageTags } from '@heddle/contracts/languages'
import { VisuallyHidden } from '@mantine/core'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../markdown/Markdown.tsx'
import type { LiveReply } from '../reply/live-reply.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import classes from './AssistantMessage.module.css'
import { CopyButton } from './CopyButton.tsx'
import { ReplyEnd } from './ReplyEnd.tsx'
import { ThoughtProcess } from './ThoughtProcess.tsx'

type AssistantMessageProps = { message: Message; store: ReplyStore; isOwner: boolean }

/** One reply. It stays the same component from its first word to its end, so that the end renders nothing anew. */
export const AssistantMessage = memo(function AssistantMessage({ message, store, isOwner }: AssistantMessageProps) {
  const { t } = useTranslation('chat')
  const live = useLive(message, store)
  const isLive = message.status === 'generating'
  const { text, reasoning, steps } = live ?? { text: message.content, reasoning: message.reasoning, steps: message.steps }
  return (
    <article className={classes.root} aria-busy={isLive}>
      <VisuallyHidden component="h2">{t('message.reply')}</VisuallyHidden>
      <ThoughtProcess steps={steps} reasoning={reasoning} isLive={isLive} hasText={text !== ''} />
      {text !== '' && (
        // What can not be formatted can still be read.
        <ErrorBoundary fallback={<p className={classes.plain}>{text}</p>} resetKeys={[text]}>
          <Markdown text={text} isStreaming={isLive} lang={languageTags[message.response_language]} />
        </ErrorBoundary>
      )}
      <ReplyEnd message={message} isOwner={isOwner} />
      {!isLive && (
        <div className={classes.actions}>
          {text !== '' && <CopyButton text={text} label={t('message.copy')} />}
          {message.model && (
            <span className={classes.model} title={t('message.model', { name: message.model.name })}>
              {message.model.name}
            </span>
          )}
        </div>
      )}
    </article>
  )
})

const notSubscribed = () => () => undefined

/** What has come of this reply, while it is the one being made; null otherwise. */
function useLive({ id, status }: Message, store: ReplyStore): LiveReply | null {
  const isLive = status === 'generating'
  const read = useCallback(() => (isLive && store.getStatus().replyId === id ? store.getLive() : null), [store, id, isLive])
  return useSyncExternalStore(isLive ? store.subscribe : notSubscribed, read)
}
