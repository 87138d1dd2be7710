// Reads a reply over real HTTP, as a client does.
import { ErrorBody } from '@heddle/contracts/errors'
import { ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import { createParser } from 'eventsource-parser'
import { until } from './until.ts'

/** Calls and begins to read. `events` grows; `ended` resolves with all of them when the stream is over. */
export async function readReply(url: string, headers: Record<string, string>, body?: object, method = body ? 'POST' : 'GET') {
  const left = new AbortController()
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: left.signal,
  })
  const events: ReplyStreamEvent[] = []
  const ids: number[] = []
  const error = response.ok ? null : ErrorBody.parse(await response.json()).detail

  async function readAll() {
    if (error || !response.body) return events
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        const parsed = ReplyStreamEvent.parse(JSON.parse(data))
        if (parsed.type !== event) throw new Error(`The event ${event} carries ${parsed.type}`)
        ids.push(Number(id))
        events.push(parsed)
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    } catch (cause) {
      if (!left.signal.aborted) throw cause
    }
    return events
  }

  const ended = readAll()
  ended.catch(() => {})
  return {
    status: response.status,
    error,
    events,
    ids,
    ended,
    leave: () => left.abort(),
    text: () => textOf(events),
    /** The text has at least so many characters. */
    hasText: (length = 1) => until('text of the reply', () => textOf(events).length >= length),
    async done() {
      await ended
      const dones = events.filter((event) => event.type === 'done')
      const [done] = dones
      if (!done || dones.length !== 1 || events.at(-1) !== done) throw new Error(`Not exactly one done at the end: ${dones.length}`)
      return done
    },
  }
}

/** What a client shows: a snapshot replaces, a delta adds. */
export const textOf = (events: readonly ReplyStreamEvent[]) =>
  events.reduce((text, event) => (event.type === 'snapshot' ? event.text : event.type === 'delta' ? text + event.text : text), '')
