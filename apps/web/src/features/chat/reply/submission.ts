import type { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from '@heddle/contracts/chat'
import type { Message } from '@heddle/contracts/message'

/** What a chat is asked for: a reply to a new question or to one in other words, another reply, or more of the last one. */
export type Submission =
  | { readonly kind: 'send'; readonly body: SendMessageBody }
  | { readonly kind: 'edit'; readonly messageId: string; readonly body: SendMessageBody }
  | { readonly kind: 'regenerate'; readonly messageId: string; readonly body: RegenerateReplyBody }
  | { readonly kind: 'continue'; readonly messageId: string; readonly body: ContinueReplyBody }

/** The question that is on its way with it. */
export const findQuestion = (submission: Submission | null): string | null =>
  submission && (submission.kind === 'send' || submission.kind === 'edit') ? submission.body.content : null

/** The messages to show while a submission is on its way: what it replaces is gone at once, what it continues is under way. */
export function listPendingMessages(submission: Submission | null, messages: readonly Message[]): readonly Message[] {
  if (!submission || submission.kind === 'send') return messages
  const index = messages.findIndex(({ id }) => id === submission.messageId)
  const message = messages[index]
  if (!message) return messages
  const before = messages.slice(0, index)
  switch (submission.kind) {
    case 'edit':
      return before
    case 'regenerate':
      return [
        ...before,
        { ...toGenerating(message), content: '', reasoning: '', steps: [], sources: [], files: [], feedback: null, notices: [] },
      ]
    case 'continue':
      return [...before, toGenerating(message)]
  }
}

function toGenerating(message: Message): Message {
  const { error: _, ...rest } = message
  return { ...rest, status: 'generating' }
}
