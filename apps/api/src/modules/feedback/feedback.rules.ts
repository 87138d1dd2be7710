// How much of a conversation goes with a feedback.

export type Said = { readonly role: 'user' | 'assistant'; readonly content: string }

export const conversationMessages = 40
const conversationCharacters = 200_000

/** The end of what was said, the oldest first: so many messages and characters. The one that does not fit whole keeps its end. */
export function boundConversation(said: readonly Said[]): Said[] {
  const kept: Said[] = []
  let room = conversationCharacters
  for (const { role, content } of said.slice(-conversationMessages).toReversed()) {
    if (room <= 0) break
    // Never half of a character.
    const end = content.length <= room ? content : content.slice(-room).replace(/^[\uDC00-\uDFFF]/, '')
    kept.push({ role, content: end })
    room -= content.length
  }
  return kept.toReversed()
}

/** Returns what the user said, as a form gives it back. */
export const listQuestions = (conversation: readonly Said[] | null) =>
  (conversation ?? []).filter(({ role }) => role === 'user').map(({ content }) => content.trim())
