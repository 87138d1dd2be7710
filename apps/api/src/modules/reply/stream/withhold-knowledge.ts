// The events of a running reply for a reader of a shared chat. They are the same for all readers, so that they leave out every passage of a
// knowledge collection; what this reader may see of them, the sources of the message tell once it has ended.
import type { MessageSource } from '@heddle/contracts/chat/message'
import type { ReplyStreamEvent } from '@heddle/contracts/chat/reply-stream'

const withholdPassage = (source: MessageSource): MessageSource =>
  source.knowledge
    ? { id: source.id, number: source.number, title: null, passage: '', page: null, score: null, file: null, is_withheld: true }
    : source

/** Yields the events without what is in passages of knowledge collections. */
export async function* withholdKnowledge(events: AsyncIterable<ReplyStreamEvent>): AsyncGenerator<ReplyStreamEvent, undefined> {
  for await (const event of events) {
    if (event.type === 'sources' || event.type === 'snapshot') yield { ...event, sources: event.sources.map(withholdPassage) }
    else if (event.type === 'done') yield { ...event, message: { ...event.message, sources: event.message.sources.map(withholdPassage) } }
    else yield event
  }
}
