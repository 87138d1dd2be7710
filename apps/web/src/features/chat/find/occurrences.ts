// Where a text was found in a chat: its messages, each with how often it has the text.
import type { searchChat } from '@heddle/contracts/chat/history'
import type { EndpointResponse } from '@heddle/contracts/endpoint'

export type Matches = EndpointResponse<typeof searchChat>['matches']

/** The `nth` occurrence in a message. */
export type Occurrence = { readonly messageId: string; readonly index: number; readonly nth: number }

export const countListed = (matches: Matches): number => matches.reduce((sum, { count }) => sum + count, 0)

/** Returns where an occurrence is, of those in all messages; null without it. */
export function findOccurrence(matches: Matches, position: number): Occurrence | null {
  let before = 0
  for (const { message_id: messageId, index, count } of matches) {
    if (position < before + count) return { messageId, index, nth: position - before }
    before += count
  }
  return null
}

/** Returns the first occurrence in or after the message of an index, or the first of all. */
export function findFirstFrom(matches: Matches, index: number): number {
  const at = matches.findIndex((match) => match.index >= index)
  return at === -1 ? 0 : countListed(matches.slice(0, at))
}
