import type { Message } from '@heddle/contracts/message'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

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

/** Says once, politely, that the reply which was being made is done, and how it begins. */
export function ReplyAnnouncer({ last }: { last: Message | undefined }) {
  const { t } = useTranslation('chat')
  const [watched, setWatched] = useState<string | null>(null)
  const isGenerating = last?.status === 'generating'
  if (isGenerating && watched !== last.id) setWatched(last.id)

  const isDone = last !== undefined && !isGenerating && watched === last.id
  return <VisuallyHidden role="status">{isDone ? `${t(endKey(last))} ${toSpeech(last.content)}` : ''}</VisuallyHidden>
}

function endKey({ status }: Message) {
  if (status === 'completed') return 'message.done'
  return status === 'stopped' ? 'message.doneStopped' : 'message.doneFailed'
}
