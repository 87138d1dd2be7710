import type { Chat } from '@heddle/contracts/chat/chat'
import { Id } from '@heddle/contracts/wire'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { addPage, readPage } from '#entities/chat/known-messages.ts'
import { usePageKey } from '#shared/page-key.ts'
import { useChooseBranch } from '../branch/use-choose-branch.ts'
import type { TargetMessage } from './target-message.ts'

/** Reads the page around a message; in the user's own chat one of another branch is shown first. */
function useFindMessage(chat: Chat) {
  const queryClient = useQueryClient()
  const { mutate: chooseBranch } = useChooseBranch(chat.id)
  const last = chat.messages.at(-1)
  return useMutation({
    mutationFn: async (messageId: string) => (last ? readPage(chat.id, { before: last.id, around: messageId }) : []),
    onSuccess: (page, messageId) => {
      if (page.length === 0 && chat.abilities.write) chooseBranch({ messageId })
      else if (last) queryClient.setQueryData<Chat>(chatQueries.detail(chat.id).queryKey, (known) => known && addPage(known, last.id, page))
    },
  })
}

/** Returns the message that the address names, which may still have to be read. */
export function useTargetMessage(chat: Chat): TargetMessage | null {
  const [search] = useSearchParams()
  const key = usePageKey()
  const messageId = Id.safeParse(search.get('message')).data ?? null
  const { mutate: findMessage } = useFindMessage(chat)
  const isUnknown = messageId !== null && !chat.messages.some(({ id }) => id === messageId)

  // Once for each navigation: a message that is missing then may be deleted.
  useEffect(() => {
    if (isUnknown) findMessage(messageId)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [messageId, key])

  return useMemo(() => (messageId === null ? null : { messageId, key }), [messageId, key])
}
