// Reads a reply over real HTTP, as a client does.
import { ErrorBody } from '@heddle/contracts/errors'
import { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { RunStreamEvent } from '@heddle/contracts/trial/workflow-run'
import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { until } from '../until.ts'

type Call = readonly [url: string, headers: Record<string, string>, body?: object, method?: string]

export const readReply = (...call: Call) => readStream(ReplyStreamEvent, call)

/** The same of a test run. */
export const readRun = (...call: Call) => readStream(RunStreamEvent, call)

/** Calls and begins to read. `events` grows; `ended` resolves with all of them when the stream is over. */
async function readStream<Event extends ReplyStreamEvent | RunStreamEvent>(
  schema: z.ZodType<Event>,
  [url, headers, body, method = body ? 'POST' : 'GET']: Call,
) {
  const disconnected = new AbortController()
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: disconnected.signal,
  })
  const events: Event[] = []
  const ids: number[] = []
  const error = response.ok ? null : ErrorBody.parse(await response.json()).detail

  async function readAll() {
    if (error || !response.body) return events
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        const parsed = schema.parse(JSON.parse(data))
        if (parsed.type !== event) throw new Error(`The event ${event} carries ${parsed.type}`)
        ids.push(Number(id))
        events.push(parsed)
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
    } catch (cause) {
      if (!disconnected.signal.aborted) throw cause
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
    leave: () => disconnected.abort(),
    text: () => textOf(events),
    /** The text has at least so many characters. */
    hasText: (length = 1) => until('text of the reply', () => textOf(events).length >= length),
    async done() {
      await ended
      const isDone = (event: Event): event is Extract<Event, { type: 'done' }> => event.type === 'done'
      const dones = events.filter(isDone)
      const [done] = dones
      if (!done || dones.length !== 1 || events.at(-1) !== done) throw new Error(`Not exactly one done at the end: ${dones.length}`)
      return done
    },
  }
}

/** What a client shows: a snapshot replaces, a delta adds. */
export const textOf = (events: readonly (ReplyStreamEvent | RunStreamEvent)[]) =>
  events.reduce((text, event) => (event.type === 'snapshot' ? event.text : event.type === 'delta' ? text + event.text : text), '')
