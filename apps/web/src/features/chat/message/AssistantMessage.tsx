import type { Message } from '@heddle/contracts/message'
import { languageTags } from '@heddle/contracts/languages'
import { VisuallyHidden } from '@mantine/core'
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarkdownExtension } from '#shared/markdown/extension.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import { markCitations } from '../sources/citations.ts'
import { Citation } from '../sources/Citation.tsx'
import { type LiveReply, toLiveReply } from '../reply/live-reply.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import { ReplySourcesContext } from '../sources/source-panel.ts'
import classes from './AssistantMessage.module.css'
import { ReplyBar } from './ReplyBar.tsx'
import { ReplyEnd } from './ReplyEnd.tsx'
import { ReplyNotices } from './ReplyNotices.tsx'
import { ThoughtProcess } from './ThoughtProcess.tsx'

/** Links the numbers in a reply to its sources, which they read from the context. */
const citations: MarkdownExtension = { rehype: [markCitations], components: { cite: Citation } }

type AssistantMessageProps = { message: Message; store: ReplyStore; isOwner: boolean }

/** One reply. The component stays mounted from the first token to the end, so that the end does not render the text again. */
export const AssistantMessage = memo(function AssistantMessage({ message, store, isOwner }: AssistantMessageProps) {
  const { t } = useTranslation('chat')
  const live = useLive(message, store)
  const isLive = message.status === 'generating'
  const { text, reasoning, steps, sources } = live ?? toLiveReply(message)
  const { id, status } = message
  const cited = useMemo(() => ({ message: { id, status }, sources }), [id, status, sources])
  return (
    <article className={classes.root} aria-busy={isLive}>
      <VisuallyHidden component="h2">{t('message.reply')}</VisuallyHidden>
      <ThoughtProcess steps={steps} reasoning={reasoning} isLive={isLive} hasText={text !== ''} />
      {text !== '' && (
        <ReplySourcesContext value={cited}>
          <Markdown text={text} isStreaming={isLive} lang={languageTags[message.response_language]} extension={citations} />
        </ReplySourcesContext>
      )}
      <ReplyEnd message={message} isOwner={isOwner} />
      {!isLive && <ReplyNotices notices={message.notices} />}
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
