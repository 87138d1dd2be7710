import type { Message } from '@heddle/contracts/message'
import { createContext, use } from 'react'

/** What the user may do with the messages of a chat that is theirs; a reader of a shared chat has none of it. */
export type MessageActions = {
  chatId: string
  /** Where the words of an edited question are kept. */
  scope: string
  lastId: string | null
  /** Why nothing can be asked now; null when it can. */
  askBlocked: string | null
  /** Why no other alternative can be shown now. */
  flipBlocked: string | null
  regenerate: (message: Message) => void
  continueReply: (message: Message) => void
  edit: (message: Message, content: string, fileIds: string[]) => void
  /** Whether its editor was last used: words that come back, not accepted, take the focus again. */
  takeEdit: (messageId: string) => boolean
  /** Shows the alternative of that id; the arrow that was pressed has the focus there as well. */
  flip: (messageId: string, arrow: FlipArrow) => void
  takeFlip: (messageId: string) => FlipArrow | null
}

export type FlipArrow = 'previous' | 'next'

export const MessageActionsContext = createContext<MessageActions | null>(null)

export const useMessageActions = () => use(MessageActionsContext)
