import { type DragEvent, useState } from 'react'
import { useSetChatSettings } from '#entities/chat/chat-settings.queries.ts'
import { chatDragType } from '../chat-drag.ts'

/** Returns the props of an element onto which a chat can be dropped, to be moved into the folder. */
export function useChatDrop(folderId: string) {
  const [isOver, setIsOver] = useState(false)
  const { mutate } = useSetChatSettings()

  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(chatDragType)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      const id = event.dataTransfer.getData(chatDragType)
      if (id === '') return
      event.preventDefault()
      mutate({ id, folder_id: folderId })
    },
  }
}
