// The events of a running reply for a reader of a shared chat. They are the same for all readers, so that they leave out every passage of a
// knowledge collection and all rows of datasets; what this reader may see of them, the sources of the message tell once it has ended.
import type { MessageSource } from '@heddle/contracts/message/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'

/** Returns the source with its number alone. */
export const withholdSource = ({ id, number }: MessageSource): MessageSource => ({
  id,
  number,
  title: null,
  passage: '',
  page: null,
  score: null,
  file: null,
  is_withheld: true,
})

const withholdFrom = (sources: readonly MessageSource[]) =>
  sources.map((source) => (source.knowledge || source.rows ? withholdSource(source) : source))

/** Yields the events without what is of knowledge collections and datasets. */
export async function* withholdKnowledge(events: AsyncIterable<ReplyStreamEvent>): AsyncGenerator<ReplyStreamEvent, undefined> {
  for await (const event of events) {
    if (event.type === 'sources' || event.type === 'snapshot') yield { ...event, sources: withholdFrom(event.sources) }
    else if (event.type === 'done') yield { ...event, message: { ...event.message, sources: withholdFrom(event.message.sources) } }
    else yield event
  }
}
