import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventLog, type EventFeed } from './event-log.ts'

const done = { type: 'done', status: 'completed' } as ReplyDoneEvent
const startLog = () => createEventLog(randomUUIDv7())

async function readAll(feed: EventFeed) {
  const events: ReplyStreamEvent[] = []
  for await (const event of feed) events.push(event)
  return events
}

const textOf = (events: readonly ReplyStreamEvent[]) =>
  events.map((event) => (event.type === 'delta' || event.type === 'snapshot' ? event.text : '')).join('')

describe('following a reply', () => {
  test('gives every reader everything once and in order, whenever it begins', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('text', 'reasoning', 'step', 'join', 'turn'), { maxLength: 60 }), async (actions) => {
        const log = startLog()
        const readers = [readAll(log.followFromStart([]))]
        let count = 0
        for (const action of actions) {
          count += 1
          if (action === 'text') log.addText(`t${count} `)
          else if (action === 'reasoning') log.addReasoning(`r${count} `)
          else if (action === 'step') log.addStep({ node_id: `n${count}`, type: 'llm', title: 'Model', status: 'started' })
          else if (action === 'join') readers.push(readAll(log.followFromNow()))
          else await new Promise(setImmediate)
        }
        log.finish(done)
        for (const events of await Promise.all(readers)) {
          expect(textOf(events)).toBe(log.snapshot().text)
          expect(events.filter(({ type }) => type === 'done')).toHaveLength(1)
          expect(events.at(-1)).toEqual(done)
        }
        const all = (await readers[0]) ?? []
        expect(all.flatMap((event) => (event.type === 'step' ? [event.step] : []))).toEqual(log.snapshot().steps)
        expect(all.map((event) => (event.type === 'reasoning' ? event.text : '')).join('')).toBe(log.snapshot().reasoning)
      }),
      { numRuns: 60 },
    )
  })

  test('keeps the order of thought, step and text', async () => {
    const log = startLog()
    log.addReasoning('first ')
    log.addReasoning('second')
    log.addText('a')
    log.addReasoning('third')
    log.finish(done)
    expect(await readAll(log.followFromStart([]))).toEqual([
      { type: 'reasoning', text: 'first second' },
      { type: 'delta', text: 'a' },
      { type: 'reasoning', text: 'third' },
      done,
    ])
  })

  test('sends what comes at once to a reader who waits, and together what came before the next look', async () => {
    const log = startLog()
    const feed = log.followFromStart([])
    const first = feed.next()
    log.addText('one')
    expect((await first).value).toEqual({ type: 'delta', text: 'one' })
    log.addText(' two')
    log.addText(' three')
    log.finish(done)
    expect((await feed.next()).value).toEqual({ type: 'delta', text: ' two three' })
    expect((await feed.next()).value).toEqual(done)
    expect((await feed.next()).done).toBe(true)
  })

  test('ends a waiting reader that leaves', async () => {
    const log = startLog()
    const feed = log.followFromStart([])
    const waiting = feed.next()
    feed.close()
    expect(await waiting).toEqual({ done: true, value: undefined })
    log.addText('unread')
    expect((await feed.next()).done).toBe(true)
  })
})
