import { type Chat, setChatChoices } from '@heddle/contracts/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Model } from '@heddle/contracts/model'
import { setChatDefaults, type UserPreference } from '@heddle/contracts/preference'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { preferenceQuery } from '#entities/preference/preference.queries.ts'
import { call } from '#shared/api/client.ts'

export type Choice = { model: Pick<Model, 'id' | 'name'> } | { response_language: Language }

const toBody = (choice: Choice) => ('model' in choice ? { model: { id: choice.model.id } } : choice)

/** Keeps a choice for the chat, if there is one yet, and as what new chats begin with. It is shown before it is saved. */
export function useSaveChoice(chatId: string | null) {
  const queryClient = useQueryClient()
  const chatKey = chatId === null ? null : chatQueries.detail(chatId).queryKey
  const putChat = (change: Partial<Chat>) => chatKey && queryClient.setQueryData<Chat>(chatKey, (chat) => chat && { ...chat, ...change })
  const putDefaults = (change: Partial<UserPreference['chat_defaults']>) =>
    queryClient.setQueryData<UserPreference>(
      preferenceQuery.queryKey,
      (known) => known && { ...known, chat_defaults: { ...known.chat_defaults, ...change } },
    )

  return useMutation({
    mutationFn: async (choice: Choice) => {
      const body = toBody(choice)
      // What is refused for this chat is no default either.
      if (chatId !== null) await call(setChatChoices, { params: { id: chatId }, body })
      await call(setChatDefaults, { body })
    },
    // One after the other, so that the last choice is what stays.
    scope: { id: 'choice' },
    onMutate: async (choice) => {
      await Promise.all([
        chatKey && queryClient.cancelQueries({ queryKey: chatKey, exact: true }),
        queryClient.cancelQueries(preferenceQuery),
      ])
      putChat(choice)
      putDefaults('model' in choice ? { model_id: choice.model.id } : choice)
    },
    onError: () =>
      Promise.all([
        chatKey && queryClient.invalidateQueries({ queryKey: chatKey, exact: true }),
        queryClient.invalidateQueries(preferenceQuery),
      ]),
  })
}
