import type { Chat } from '@heddle/contracts/chat'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { giveFeedback, removeFeedback } from '@heddle/contracts/feedback'
import type { Message, MessageFeedback } from '@heddle/contracts/message'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { dropFeedbackDraft } from './feedback-drafts.ts'

export type GivenFeedback = Omit<EndpointRequest<typeof giveFeedback>['body'], 'message_index'>

/** Only what one says of a reply changes: a reading of the chat that began before would have the rest as it is. */
function putFeedback(queryClient: QueryClient, chatId: string, messageId: string, feedback: MessageFeedback | null) {
  queryClient.setQueryData<Chat>(
    chatQueries.detail(chatId).queryKey,
    (chat) =>
      chat && { ...chat, messages: chat.messages.map((message) => (message.id === messageId ? { ...message, feedback } : message)) },
  )
}

/** One after the other: the reason may be ready before the service has heard of the thumb. */
const toMutationScope = (messageId: string) => ({ id: `feedback ${messageId}` })

/** Says what one thinks of a reply. The form says when it fails. */
export function useGiveFeedback(chatId: string, { id, index }: Pick<Message, 'id' | 'index'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: GivenFeedback) =>
      call(giveFeedback, { params: { id: chatId, messageId: id }, body: { ...given, message_index: index } }),
    onSuccess: ({ feedback }, { include_conversation }) => {
      // Its form may have left the view meanwhile.
      if (include_conversation !== undefined) dropFeedbackDraft(id)
      putFeedback(queryClient, chatId, id, feedback)
    },
    scope: toMutationScope(id),
    meta: { silent: true },
  })
}

/** Takes it back. */
export function useRemoveFeedback(chatId: string, { id }: Pick<Message, 'id'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeFeedback, { params: { id: chatId, messageId: id } }),
    onSuccess: () => putFeedback(queryClient, chatId, id, null),
    scope: toMutationScope(id),
    meta: { silent: true },
  })
}
