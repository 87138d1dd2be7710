import type { Message } from '@heddle/contracts/message'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReplyStore } from '../reply/reply-store.ts'
import { useReplyStatus } from '../reply/use-reply.ts'

/** Longer replies are read in the conversation itself. */
const spokenCharacters = 600

/** Markdown without its marks, for the ear. */
const toSpeech = (markdown: string) =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[*_#`>|~[\]$]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, spokenCharacters)

type ReplyAnnouncerProps = { last: Message | undefined; store: ReplyStore }

/** Says once, politely, that the reply which was followed here is done, and how it begins. */
export function ReplyAnnouncer({ last, store }: ReplyAnnouncerProps) {
  const { t } = useTranslation('chat')
  const { replyId } = useReplyStatus(store)
  const isDone = last !== undefined && last.id === replyId && last.status !== 'generating'
  return <VisuallyHidden role="status">{isDone ? `${t(endKey(last))} ${toSpeech(last.content)}` : ''}</VisuallyHidden>
}

function endKey({ status }: Message) {
  if (status === 'completed') return 'message.done'
  return status === 'stopped' ? 'message.doneStopped' : 'message.doneFailed'
}
