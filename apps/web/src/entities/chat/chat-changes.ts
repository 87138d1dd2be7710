// Tells the other tabs of this browser that a chat has changed. They read it again: the messages themselves never leave their tab.
import { z } from 'zod'

const channelName = 'heddle.chats'
const ChatChange = z.object({ chatId: z.string() })

export function announceChatChange(chatId: string): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is of this origin
  channel.postMessage({ chatId })
  channel.close()
}

/** Calls with the id of each chat that another tab has changed. Returns how to stop. */
export function onChatChange(listener: (chatId: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const change = ChatChange.safeParse(data)
    if (change.success) listener(change.data.chatId)
  })
  return () => channel.close()
}
