import type { ChatSummary } from '@heddle/contracts/chat'

/** What a dialog about one chat is given. */
export type ChatDialogProps = {
  chat: Pick<ChatSummary, 'id' | 'title'>
  isOpen: boolean
  onClose: () => void
  /** Once the closing animation has ended. */
  onClosed: () => void
  onDeleted: (chatId: string) => void
}
