import type { Chat } from '@heddle/contracts/chat'
import { Id } from '@heddle/contracts/wire'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useChooseBranch } from '../branch/use-choose-branch.ts'
import type { TargetMessage } from './target-message.ts'

/** The message that the address names. One that is on another branch of the user's own chat is brought onto the shown path first. */
export function useTargetMessage(chat: Chat): TargetMessage | null {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const messageId = Id.safeParse(search.get('message')).data ?? null
  const { mutate: chooseBranch } = useChooseBranch(chat.id)
  const isElsewhere = messageId !== null && chat.abilities.write && !chat.messages.some(({ id }) => id === messageId)

  // Once for each time that the address is gone to: what is not there then may be gone.
  useEffect(() => {
    if (isElsewhere) chooseBranch({ messageId })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [messageId, key])

  return useMemo(() => (messageId === null ? null : { messageId, key }), [messageId, key])
}
