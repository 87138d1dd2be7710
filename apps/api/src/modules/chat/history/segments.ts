// The segments of a chat that a search reads: its messages in the order of their ids, folded, cut where a segment has enough. A
// message is in the last segment that begins at or before it, so that it is found again when its reply is continued.
import { fold } from '@heddle/text/language/folding'

/** Separates the messages of a segment; no message and no keyword has it. */
export const messageSeparator = '\u0001'

/** Bytes of a segment, its ids included. An end of a reply costs up to that, and each segment has 2 kB of signature. */
export const maxSegmentBytes = 16_384
const idBytes = 16

export type SearchableMessage = { readonly messageId: string; readonly text: string }
export type HistorySegment = { readonly messageIds: readonly string[]; readonly text: string }

/** What a search finds of a message: the SQL of `searchableContent` computes the same. */
export const toSearchableText = (content: string): string => fold(content).replaceAll(messageSeparator, ' ')

const compareIds = (a: { readonly messageId: string }, b: { readonly messageId: string }) => (a.messageId < b.messageId ? -1 : 1)

function splitSegment({ messageIds, text }: HistorySegment): SearchableMessage[] {
  const texts = text.split(messageSeparator)
  return messageIds.map((messageId, index) => ({ messageId, text: texts[index] ?? '' }))
}

function cut(messages: readonly SearchableMessage[]): HistorySegment[] {
  const segments: { messageIds: string[]; texts: string[] }[] = []
  let bytes = 0
  for (const { messageId, text } of messages) {
    const added = Buffer.byteLength(text) + messageSeparator.length + idBytes
    const last = segments.at(-1)
    if (last && bytes + added <= maxSegmentBytes) {
      last.messageIds.push(messageId)
      last.texts.push(text)
      bytes += added
    } else {
      segments.push({ messageIds: [messageId], texts: [text] })
      bytes = added
    }
  }
  return segments.map(({ messageIds, texts }) => ({ messageIds, text: texts.join(messageSeparator) }))
}

/**
 * Returns the segments of a chat to write so that it has these messages too, or as they are now. `existing` are those in which
 * the messages belong. A segment that stays as it is is left out; one that got too long is cut.
 */
export function mergeIntoSegments(existing: readonly HistorySegment[], messages: readonly SearchableMessage[]): HistorySegment[] {
  const runs = existing
    .toSorted((a, b) => ((a.messageIds[0] ?? '') < (b.messageIds[0] ?? '') ? -1 : 1))
    .map((segment) => ({ segment, begin: segment.messageIds[0] ?? '', texts: new Map<string, string>() }))
  const beforeAll = { segment: { messageIds: [], text: '' }, begin: '', texts: new Map<string, string>() }
  for (const { messageId, text } of messages) {
    const run = runs.findLast(({ begin }) => begin <= messageId) ?? beforeAll
    run.texts.set(messageId, text)
  }
  return [beforeAll, ...runs].flatMap(({ segment, texts }) => {
    const kept = splitSegment(segment).filter(({ messageId }) => !texts.has(messageId))
    const added = [...texts].map(([messageId, text]) => ({ messageId, text }))
    return cut([...kept, ...added].toSorted(compareIds)).filter(
      ({ messageIds, text }) => text !== segment.text || messageIds.some((id) => texts.has(id)),
    )
  })
}
