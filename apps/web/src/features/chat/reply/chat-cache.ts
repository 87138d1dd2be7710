// Applies the events of a reply to the cached chat and the history.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { QueryClient } from '@tanstack/react-query'
import { putChatInLists } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { refetchFolders } from '#entities/chat/folders.queries.ts'

type Accepted = Extract<ReplyStreamEvent, { type: 'accepted' }>

/** Changes the chat in the cache, including the history. */
export async function changeChat(queryClient: QueryClient, chatId: string, change: (chat: Chat) => Chat): Promise<void> {
  const { queryKey } = chatQueries.detail(chatId)
  // A read in flight would restore the old state.
  await queryClient.cancelQueries({ queryKey, exact: true })
  const wasArchived = queryClient.getQueryData<Chat>(queryKey)?.is_archived
  const chat = queryClient.setQueryData<Chat>(queryKey, (known) => known && change(known))
  if (chat) putChatInLists(queryClient, chat)
  // Its folder counts it again.
  if (chat?.folder_id && wasArchived && !chat.is_archived) void refetchFolders(queryClient)
}

/** Replaces the messages from the question on, for a new or edited question, another reply or a continued one. */
export function applyQuestion(chat: Chat, { user_message, reply, version, conversation_id }: Accepted): Chat {
  const known = chat.messages.filter(({ index }) => index < user_message.index)
  return {
    ...chat,
    version,
    conversation_id,
    is_generating: true,
    is_archived: false,
    updated_at: new Date().toISOString(),
    messages: [...known, user_message, reply],
  }
}

/** Applies the finished reply. The event has no feedback, as it goes to every reader: that of a continued reply is kept. */
export function applyReply(chat: Chat, { message, version, remaining_requests }: ReplyDoneEvent): Chat {
  return {
    ...chat,
    version,
    remaining_requests,
    is_generating: false,
    updated_at: new Date().toISOString(),
    messages: chat.messages.map((known) =>
      known.id === message.id ? { ...message, feedback: message.feedback ?? known.feedback } : known,
    ),
  }
}
