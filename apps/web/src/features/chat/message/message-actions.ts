import type { Message } from '@heddle/contracts/message/message'
import { createContext, use } from 'react'

/** The owner's actions on the messages of a chat; a reader of a shared chat has none of them. */
export type MessageActions = {
  chatId: string
  /** Nothing is said about a reply of a temporary chat, and nothing kept of it. */
  isTemporary: boolean
  /** The scope of the drafts of edited questions. */
  scope: string
  lastId: string | null
  /** Why no question can be asked now; null when one can. */
  askBlocked: string | null
  /** Why no other version can be shown now; null when one can. */
  flipBlocked: string | null
  regenerate: (message: Message) => void
  continueReply: (message: Message) => void
  edit: (message: Message, content: string, fileIds: string[]) => void
  /** Returns once whether the message's editor was the last one used, so that a refused edit gets the focus again. */
  takeEdit: (messageId: string) => boolean
  /** Shows the version with that id, and focuses the same arrow there. */
  flip: (messageId: string, arrow: FlipArrow) => void
  takeFlip: (messageId: string) => FlipArrow | null
}

export type FlipArrow = 'previous' | 'next'

export const MessageActionsContext = createContext<MessageActions | null>(null)

export const useMessageActions = () => use(MessageActionsContext)
