import type { CompareRepliesBody } from '@heddle/contracts/reply/comparison'
import type { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from '@heddle/contracts/reply/reply'
import type { Message } from '@heddle/contracts/message/message'

/** A request for a reply: to a new or edited question, for several beside each other, another reply, or the continuation of the last one. */
export type Submission =
  | { readonly kind: 'send'; readonly body: SendMessageBody }
  | { readonly kind: 'compare'; readonly body: CompareRepliesBody }
  | { readonly kind: 'edit'; readonly messageId: string; readonly body: SendMessageBody }
  | { readonly kind: 'regenerate'; readonly messageId: string; readonly body: RegenerateReplyBody }
  | { readonly kind: 'continue'; readonly messageId: string; readonly body: ContinueReplyBody }

/** Returns the question of the submission; null when it has none. */
export const findQuestion = (submission: Submission | null): string | null =>
  submission && 'content' in submission.body ? submission.body.content : null

/** Returns the messages to show while a submission is sent: without those that it replaces, and with a continued reply running. */
export function listPendingMessages(submission: Submission | null, messages: readonly Message[]): readonly Message[] {
  if (!submission || !('messageId' in submission)) return messages
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
