// A chat is dragged by the mouse onto a folder; by keyboard and by touch its menu moves it.
import type { DragEvent } from 'react'

/** Only chats are dropped onto folders: a link or a file is not of this type. */
export const chatDragType = 'application/x-heddle-chat'

export function startChatDrag({ dataTransfer }: DragEvent, chatId: string): void {
  dataTransfer.setData(chatDragType, chatId)
  dataTransfer.effectAllowed = 'copyMove'
}
