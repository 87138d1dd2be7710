// The expert of the last question in this browser: a new chat starts with the same one.
import { Id } from '@heddle/contracts/wire'

const createStorageKey = (userId: string) => `lastAssistant.${userId}`

export const rememberAssistant = (userId: string, assistantId: string): void => localStorage.setItem(createStorageKey(userId), assistantId)

export function findLastAssistantId(userId: string): string | null {
  const { data } = Id.safeParse(localStorage.getItem(createStorageKey(userId)))
  return data ?? null
}
