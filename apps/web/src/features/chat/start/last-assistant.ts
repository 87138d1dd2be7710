// The expert asked last on this device: a new chat begins with the same one.
import { Id } from '@heddle/contracts/wire'

const keyOf = (userId: string) => `lastAssistant.${userId}`

export const rememberAssistant = (userId: string, assistantId: string): void => localStorage.setItem(keyOf(userId), assistantId)

export function lastAssistant(userId: string): string | null {
  const { data } = Id.safeParse(localStorage.getItem(keyOf(userId)))
  return data ?? null
}
