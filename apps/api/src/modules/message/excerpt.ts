// What the readers of a chat that is shared up to a message are not told of what came after it.
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { Message } from '@heddle/contracts/message/message'

/** Returns the message as if nothing else had been said in its stead. */
export const hideBranches = <M extends Pick<Message, 'siblings'>>(message: M): M => ({
  ...message,
  siblings: { index: 0, count: 1, previous_id: null, next_id: null },
})

/** Yields the events of a reply without how the chat has gone on. */
export async function* hideLater(events: AsyncIterable<ReplyStreamEvent>): AsyncGenerator<ReplyStreamEvent, undefined> {
  for await (const event of events)
    yield event.type === 'done' ? { ...event, message: hideBranches(event.message), version: 0, remaining_requests: 0 } : event
}
