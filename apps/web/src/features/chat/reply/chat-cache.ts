// What the events of a reply do to the chat's query and to the history.
import type { Chat } from '@heddle/contracts/chat'
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import type { QueryClient } from '@tanstack/react-query'
import { chatQueries, putChatInHistory } from '#entities/chat/chats.queries.ts'

type Accepted = Extract<ReplyStreamEvent, { type: 'accepted' }>

/** Changes the chat where it is read from, history included. */
export async function changeChat(queryClient: QueryClient, chatId: string, change: (chat: Chat) => Chat): Promise<void> {
  const { queryKey } = chatQueries.detail(chatId)
  // A reading that began before the change would put the old state back.
  await queryClient.cancelQueries({ queryKey, exact: true })
  const chat = queryClient.setQueryData<Chat>(queryKey, (known) => known && change(known))
  if (chat) putChatInHistory(queryClient, chat)
}

/** Whatever was shown from the question on gives way: a new question, one in other words, another reply, or the same that goes on. */
export function applyQuestion(chat: Chat, { user_message, reply, version, conversation_id }: Accepted): Chat {
  const known = chat.messages.filter(({ index }) => index < user_message.index)
  return {
    ...chat,
    version,
    conversation_id,
    is_generating: true,
    updated_at: new Date().toISOString(),
    messages: [...known, user_message, reply],
  }
}

/** The event goes to every reader, without what one thinks of the reply: said of one that went on, it stays. */
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
