import type { Chat } from '@heddle/contracts/chat/chat'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { giveFeedback, removeFeedback } from '@heddle/contracts/feedback/feedback'
import type { Message, MessageFeedback } from '@heddle/contracts/message/message'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { dropFeedbackDraft } from './feedback-drafts.ts'

export type FeedbackInput = Omit<EndpointRequest<typeof giveFeedback>['body'], 'message_index'>

/** Changes only the feedback in the cache: a read in flight may have newer messages. */
function putFeedback(queryClient: QueryClient, chatId: string, messageId: string, feedback: MessageFeedback | null) {
  queryClient.setQueryData<Chat>(
    chatQueries.detail(chatId).queryKey,
    (chat) =>
      chat && { ...chat, messages: chat.messages.map((message) => (message.id === messageId ? { ...message, feedback } : message)) },
  )
}

/** One after the other: the reason may be submitted before the rating is saved. */
const toMutationScope = (messageId: string) => ({ id: `feedback ${messageId}` })

/** Gives feedback on a reply. The form shows an error. */
export function useGiveFeedback(chatId: string, { id, index }: Pick<Message, 'id' | 'index'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: FeedbackInput) =>
      call(giveFeedback, { params: { id: chatId, messageId: id }, body: { ...given, message_index: index } }),
    onSuccess: ({ feedback }, { include_conversation }) => {
      // The form may be unmounted meanwhile.
      if (include_conversation !== undefined) dropFeedbackDraft(id)
      putFeedback(queryClient, chatId, id, feedback)
    },
    scope: toMutationScope(id),
    meta: { silent: true },
  })
}

/** Removes the feedback. */
export function useRemoveFeedback(chatId: string, { id }: Pick<Message, 'id'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeFeedback, { params: { id: chatId, messageId: id } }),
    onSuccess: () => putFeedback(queryClient, chatId, id, null),
    scope: toMutationScope(id),
    meta: { silent: true },
  })
}
