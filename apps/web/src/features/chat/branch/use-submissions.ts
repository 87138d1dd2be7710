import type { Chat } from '@heddle/contracts/chat/chat'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#entities/auth/session.queries.ts'
import { type ContinuationTarget, submitContinuation, type Edit, submitEdit, type Regeneration, submitRegeneration } from './submit-into.ts'

type Asked = Pick<Chat, 'id' | 'version'>

// These functions do nothing while a reply is running. A refusal is reported, and its text is in the draft of `toEditScope`.
export function useEditMessage(chat: Asked): (edit: Edit) => void {
  const into = { queryClient: useQueryClient(), userId: useMe().id, chat }
  return (edit) => submitEdit({ ...into, ...edit })
}

export function useRegenerateReply(chat: Asked): (regeneration: Regeneration) => void {
  const into = { queryClient: useQueryClient(), userId: useMe().id, chat }
  return (regeneration) => submitRegeneration({ ...into, ...regeneration })
}

export function useContinueReply(chat: Asked): (continuation: ContinuationTarget) => void {
  const into = { queryClient: useQueryClient(), userId: useMe().id, chat }
  return (continuation) => submitContinuation({ ...into, ...continuation })
}
