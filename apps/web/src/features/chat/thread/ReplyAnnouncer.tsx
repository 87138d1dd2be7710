import type { Message, MessageStatus } from '@heddle/contracts/message/message'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSentences } from '#i18n/use-language.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import { useEndReason } from '../message/use-end-reason.ts'
import { useReplyStatus } from '../reply/use-reply.ts'

/** Longer replies are cut; users read them in the conversation. */
const maxAnnouncedCharacters = 600

/** Screen readers read the text when it appears; afterwards it would only disturb "select all". */
export const announcedForMs = 5_000

/** Returns Markdown without its marks, for a screen reader. */
const toSpeech = (markdown: string) =>
  markdown
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[*_#`>|~[\]$]|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxAnnouncedCharacters)

type ReplyAnnouncerProps = { last: Message | undefined; store: ReplyStore }

/** Announces once, politely, that the reply followed here has ended, and how it begins. */
export function ReplyAnnouncer({ last, store }: ReplyAnnouncerProps) {
  const { t } = useTranslation('chat')
  const sentences = useSentences()
  const explain = useEndReason()
  const { replyId } = useReplyStatus(store)
  const isDone = last !== undefined && last.id === replyId && last.status !== 'generating'
  const [isOver, setIsOver] = useState(false)
  if (!isDone && isOver) setIsOver(false)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setIsOver(true), announcedForMs)
    return () => clearTimeout(timer)
  }, [isDone])

  const reason = isDone && createEndKey(last.status) === 'message.doneFailed' ? explain(last) : null
  const words = isDone && !isOver ? [t(createEndKey(last.status)), reason ?? '', toSpeech(last.content)] : []
  return <VisuallyHidden role="status">{sentences(words.filter((each) => each !== ''))}</VisuallyHidden>
}

/** Returns the key of the words that a reply has ended. */
export function createEndKey(status: MessageStatus) {
  if (status === 'completed') return 'message.done'
  return status === 'stopped' ? 'message.doneStopped' : 'message.doneFailed'
}
