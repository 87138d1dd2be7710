import type { Chat } from '@heddle/contracts/chat/chat'
import { setChatChoices } from '@heddle/contracts/chat/chat'
import { voteOnReplies } from '@heddle/contracts/feedback/vote'
import type { Message } from '@heddle/contracts/message/message'
import type { Comparison, ComparisonVote } from '@heddle/contracts/reply/comparison'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMe } from '#entities/auth/session.queries.ts'
import { announceChatChange } from '#entities/chat/chat-changes.ts'
import { chatQueries, putProfile } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { useChooseBranch } from '../branch/use-choose-branch.ts'
import { nameAssistant, toDraftScope } from '../draft/drafts.ts'
import { putComparison } from '../reply/comparisons.ts'

/** The votes for one of the replies, and its letter on the screen, by the index of the reply. */
export const bestVotes: readonly ComparisonVote[] = ['first', 'second', 'third']
export const letters = ['A', 'B', 'C'] as const

/**
 * Goes on with one of the replies: it is on the shown path then, and the next question goes to what made it: the model of the chat's own
 * expert is the chat's then, another expert is named in the composer.
 */
export function useGoOn(chat: Chat) {
  const queryClient = useQueryClient()
  const scope = toDraftScope(useMe().id, chat.id)
  const { mutateAsync: chooseBranch } = useChooseBranch(chat.id)
  return useMutation({
    mutationFn: async ({ id, assistant, model }: Message) => {
      if (chat.messages.at(-1)?.id !== id) await chooseBranch({ messageId: id })
      const other = assistant !== null && assistant.id !== null ? { id: assistant.id, name: assistant.name } : null
      nameAssistant(scope, other)
      if (assistant !== null || model === null || model.id === null || model.id === chat.model?.id) return
      const { chat: profile } = await call(setChatChoices, { params: { id: chat.id }, body: { model: { id: model.id } } })
      putProfile(queryClient, profile)
    },
  })
}

/** Votes on the replies; a vote for one of them also goes on with it. */
export function useVoteOnReplies(chat: Chat, comparison: Comparison) {
  const queryClient = useQueryClient()
  const { mutateAsync: goOn } = useGoOn(chat)
  return useMutation({
    mutationFn: async (vote: ComparisonVote) =>
      (await call(voteOnReplies, { params: { id: chat.id, comparisonId: comparison.id }, body: { vote } })).comparison,
    onSuccess: async (voted, vote) => {
      const best = voted.candidates[bestVotes.indexOf(vote)]?.reply
      // Before the vote is shown: the next question is sent from the path that is. What fails is told by itself.
      if (best) await goOn(best).catch(() => undefined)
      await putComparison(queryClient, chat.id, voted)
      announceChatChange(chat.id)
    },
    // There was a vote in another tab, or the chat has gone on.
    onError: () => queryClient.invalidateQueries({ queryKey: chatQueries.detail(chat.id).queryKey }),
  })
}
