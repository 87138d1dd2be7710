// The events of a reply without the steps that made it.
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'

/** Yields the events of a running reply without its steps, whose names tell who makes it. */
export async function* hideSteps(events: AsyncIterable<ReplyStreamEvent>): AsyncGenerator<ReplyStreamEvent, undefined> {
  for await (const event of events) {
    if (event.type === 'snapshot') yield { ...event, steps: [] }
    else if (event.type !== 'step') yield event
  }
}
