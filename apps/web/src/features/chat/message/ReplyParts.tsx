import type { Message } from '@heddle/contracts/message/message'
import { languageTags } from '@heddle/contracts/languages'
import { useMemo } from 'react'
import type { MarkdownExtension } from '#shared/markdown/extension.ts'
import { Markdown } from '#shared/markdown/Markdown.tsx'
import type { LiveReply } from '../reply/live-reply.ts'
import { markCitations } from '../sources/citations.ts'
import { Citation } from '../sources/Citation.tsx'
import { ReplySourcesContext } from '../sources/source-panel.ts'
import { ThoughtProcess } from './ThoughtProcess.tsx'

/** Links the numbers in a reply to its sources, which they read from the context. */
const citations: MarkdownExtension = { rehype: [markCitations], components: { cite: Citation } }

type ReplyPartsProps = { reply: LiveReply; message: Pick<Message, 'id' | 'status' | 'response_language'> }

/** The thought process and the text of a reply, while it is made and afterwards. */
export function ReplyParts({ reply: { text, reasoning, steps, sources }, message }: ReplyPartsProps) {
  const { id, status } = message
  const isLive = status === 'generating'
  const cited = useMemo(() => ({ message: { id, status }, sources }), [id, status, sources])
  return (
    <>
      <ThoughtProcess steps={steps} reasoning={reasoning} isLive={isLive} hasText={text !== ''} />
      {text !== '' && (
        <ReplySourcesContext value={cited}>
          <div data-message-text>
            <Markdown text={text} isStreaming={isLive} lang={languageTags[message.response_language]} extension={citations} />
          </div>
        </ReplySourcesContext>
      )}
    </>
  )
}
