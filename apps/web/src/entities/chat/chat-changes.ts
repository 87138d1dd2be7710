// Announces a changed chat to the other tabs of this browser, which read it again. Messages never leave their tab.
import { z } from 'zod'

const channelName = 'heddle.chats'
const ChatChange = z.object({ chatId: z.string() })

export function announceChatChange(chatId: string): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  channel.postMessage({ chatId })
  channel.close()
}

/** Calls `listener` with the id of each chat that another tab has changed. Returns the function that unsubscribes. */
export function onChatChange(listener: (chatId: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent) => {
    const change = ChatChange.safeParse(data)
    if (change.success) listener(change.data.chatId)
  })
  return () => channel.close()
}
