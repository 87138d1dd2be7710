import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createUserQueue } from './queue.ts'

const never = new AbortController().signal

/** Runs pieces of work that end when the test says so; `started` is the order in which they began. */
function createWork(options: Partial<Parameters<typeof createUserQueue>[0]> = {}) {
  const queue = createUserQueue({ concurrency: 2, maxQueued: 16, maxWaitMs: 10_000, ...options })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    /** A name's first letter is its user. */
    begin: (name: string, signal = never) =>
      queue.run(
        name.charAt(0),
        () => {
          started.push(name)
          const { promise, resolve } = Promise.withResolvers<void>()
          ends.set(name, resolve)
          return promise
        },
        signal,
      ),
    end: async (name: string) => {
      ends.get(name)?.()
      await sleep(0)
    },
  }
}

describe('the queue of users', () => {
  test('runs one piece of each user at a time', async () => {
    const { begin, end, started } = createWork()
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => begin(name))
    await sleep(0)
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
    await end('a2')
    await end('a3')
    await Promise.all(all)
  })

  test('lets a user who waits go before the next piece of one who has just had a turn', async () => {
    const { begin, end, started } = createWork()
    const all = ['a1', 'b1', 'a2', 'b2', 'c1'].map((name) => begin(name))
    await sleep(0)
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
    for (const name of ['b1', 'c1', 'a2', 'b2']) await end(name)
    await Promise.all(all)
  })

  test('refuses what comes when too many wait, and what has waited too long', async () => {
    const { begin, end } = createWork({ maxQueued: 1, maxWaitMs: 20 })
    const first = begin('a1')
    const second = begin('a2')
    await expect(begin('a3')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await expect(second).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await end('a1')
    await first
  })

  test('forgets who leaves while waiting', async () => {
    const { begin, end, started } = createWork()
    const leave = new AbortController()
    const first = begin('a1')
    const second = begin('a2', leave.signal)
    leave.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    await end('a1')
    await first
    await Promise.all([begin('a3'), sleep(0).then(() => end('a3'))])
    expect(started).toEqual(['a1', 'a3'])
  })
})
