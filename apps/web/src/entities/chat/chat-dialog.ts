import type { ChatSummary } from '@heddle/contracts/chat/chat'

/** The props of a dialog about one chat. */
export type ChatDialogProps = {
  chat: Pick<ChatSummary, 'id' | 'title' | 'folder_id'>
  isOpen: boolean
  onClose: () => void
  /** Called when the closing animation has ended. */
  onClosed: () => void
  onDeleted: (chatId: string) => void
}
