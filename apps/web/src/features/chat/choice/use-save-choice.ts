import { type Chat, setChatChoices } from '@heddle/contracts/chat/chat'
import type { Language } from '@heddle/contracts/languages'
import type { Model } from '@heddle/contracts/model/chosen-model'
import { setChatDefaults, type UserPreference } from '@heddle/contracts/preference/preference'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { preferenceQuery } from '#entities/preference/preference.queries.ts'
import { call } from '#shared/api/client.ts'

export type Choice = { model: Pick<Model, 'id' | 'name'> } | { response_language: Language }

const toBody = (choice: Choice) => ('model' in choice ? { model: { id: choice.model.id } } : choice)

/** Saves a choice for the chat, if it exists yet, and as the default of new chats. The cache is updated optimistically. */
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
      // A choice that the chat refuses does not become the default.
      if (chatId !== null) await call(setChatChoices, { params: { id: chatId }, body })
      await call(setChatDefaults, { body })
    },
    // One after the other, so that the last choice wins.
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
