import type { Chat } from '@heddle/contracts/chat'
import { Id } from '@heddle/contracts/wire'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useChooseBranch } from '../branch/use-choose-branch.ts'
import type { TargetMessage } from './target-message.ts'

/** Returns the message that the address names. In the user's own chat its branch is shown first. */
export function useTargetMessage(chat: Chat): TargetMessage | null {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const messageId = Id.safeParse(search.get('message')).data ?? null
  const { mutate: chooseBranch } = useChooseBranch(chat.id)
  const isElsewhere = messageId !== null && chat.abilities.write && !chat.messages.some(({ id }) => id === messageId)

  // Once for each navigation: a message that is missing then may be deleted.
  useEffect(() => {
    if (isElsewhere) chooseBranch({ messageId })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [messageId, key])

  return useMemo(() => (messageId === null ? null : { messageId, key }), [messageId, key])
}
