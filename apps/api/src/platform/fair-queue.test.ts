import { describe, expect, onTestFinished, test } from 'vitest'
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts'

const createBusyError = () => new Error('busy')

function createQueue(slots: number, options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ slots, maxWaiting: () => 32, maxWaitMs: 30_000, createBusyError, ...options })
  const begun: string[] = []
  const waits: Promise<void>[] = []
  const over = new AbortController()
  // No call outlives its test.
  onTestFinished(async () => {
    over.abort()
    await Promise.allSettled(waits)
  })

  /** Joins the queue as `user:call`, and notes when the call has its turn. */
  function join(name: string, signal = over.signal) {
    const slot = queue.join(name.split(':')[0]!)
    const positions: number[] = []
    async function wait() {
      for await (const ahead of slot.wait(signal)) positions.push(ahead)
      begun.push(name)
    }
    const begins = wait()
    waits.push(begins)
    return { slot, positions, begins }
  }

  return { queue, begun, join }
}

describe('a fair queue', () => {
  test('lets as many calls begin as there are slots, and the next when one ends', async () => {
    const { begun, join } = createQueue(2)
    const [first, , third] = [join('a:1'), join('a:2'), join('a:3')]
    await expect.poll(() => begun).toEqual(['a:1', 'a:2'])
    expect(third.positions).toEqual([0])
    first.slot.release()
    await third.begins
    expect(begun).toEqual(['a:1', 'a:2', 'a:3'])
  })

  test('serves users in turn, however many calls the first one has queued', async () => {
    const { begun, join } = createQueue(1)
    const running = join('x:1')
    await running.begins
    const calls = new Map(['a:1', 'a:2', 'a:3', 'b:1', 'b:2', 'c:1'].map((name) => [name, join(name)]))
    running.slot.release()
    for (const name of ['a:1', 'b:1', 'c:1', 'a:2', 'b:2', 'a:3']) {
      await expect.poll(() => begun.at(-1)).toBe(name)
      calls.get(name)?.slot.release()
    }
  })

  test('tells how many have their turn before a call', async () => {
    const { join } = createQueue(2)
    join('x:1')
    join('x:2')
    const calls = ['a:1', 'a:2', 'a:3', 'b:1', 'b:2'].map((name) => join(name))
    await expect.poll(() => calls.map(({ positions }) => positions[0])).toEqual([0, 1, 2, 1, 3])
  })

  test('lets a waiting call leave at once', async () => {
    const { begun, join } = createQueue(1)
    const running = join('a:1')
    const stop = new AbortController()
    const stopped = join('a:2', stop.signal)
    const next = join('a:3')
    await expect.poll(() => stopped.positions).toEqual([0])
    stop.abort(new Error('stopped by the user'))
    await expect(stopped.begins).rejects.toThrow('stopped by the user')
    stopped.slot.release()
    running.slot.release()
    await next.begins
    expect(begun).toEqual(['a:1', 'a:3'])
  })

  test('frees a slot once, however often it is released', async () => {
    const { begun, join } = createQueue(1)
    const first = join('a:1')
    join('a:2')
    join('a:3')
    first.slot.release()
    first.slot.release()
    await expect.poll(() => begun).toEqual(['a:1', 'a:2'])
  })

  test('refuses a turn when too many wait, and one that has waited too long', async () => {
    const { join } = createQueue(2, { maxWaiting: (slots) => 2 * slots, maxWaitMs: 20 })
    for (const name of ['a:running', 'b:running']) join(name)
    const waiting = ['a:1', 'b:1', 'a:2', 'b:2'].map((name) => join(name))
    expect(() => join('c:1')).toThrow('busy')
    const ends = await Promise.allSettled(waiting.map(({ begins }) => begins))
    expect(ends).toEqual(waiting.map(() => ({ status: 'rejected', reason: createBusyError() })))
  })

  test('has more slots as soon as it is given them', async () => {
    const { queue, begun, join } = createQueue(1)
    join('a:1')
    const second = join('a:2')
    queue.resize(2)
    await second.begins
    expect(begun).toEqual(['a:1', 'a:2'])
  })

  test('lets a user who waits go before one who has just had a turn', async () => {
    const { begun, join } = createQueue(2)
    const [first] = ['a:1', 'b:1', 'a:2', 'b:2', 'c:1'].map((name) => join(name))
    first?.slot.release()
    await expect.poll(() => begun).toEqual(['a:1', 'b:1', 'b:2'])
  })
})

describe('a fair queue with one slot for each user', () => {
  test('leaves a slot free for others, and ends a turn before the next one of its user', async () => {
    const { begun, join } = createQueue(2, { slotsPerUser: 1 })
    const [a1, a2, , b1] = ['a:1', 'a:2', 'a:3', 'b:1'].map((name) => join(name))
    await expect.poll(() => begun).toEqual(['a:1', 'b:1'])
    b1?.slot.release()
    a1?.slot.release()
    await a2?.begins
    expect(begun).toEqual(['a:1', 'b:1', 'a:2'])
  })

  test('lets a user who waits go before the next turn of one who has just had one', async () => {
    const { begun, join } = createQueue(2, { slotsPerUser: 1 })
    const [a1, , , , c1] = ['a:1', 'b:1', 'a:2', 'b:2', 'c:1'].map((name) => join(name))
    a1?.slot.release()
    await c1?.begins
    expect(begun).toEqual(['a:1', 'b:1', 'c:1'])
  })

  test('counts who waits for an own turn among those that wait', () => {
    const { join } = createQueue(2, { slotsPerUser: 1, maxWaiting: () => 1 })
    for (const name of ['a:1', 'a:2']) join(name)
    expect(() => join('a:3')).toThrow('busy')
    expect(() => join('b:1')).not.toThrow()
  })
})

describe('a task in a fair queue', () => {
  test('has a turn while it runs, and frees the slot when it fails', async () => {
    const { queue } = createQueue(1)
    const never = new AbortController().signal
    const counted = queue.run('a', () => Promise.resolve(queue.countTurns()), never)
    expect(await counted).toEqual({ running: 1, queued: 0 })
    await expect(queue.run('a', () => Promise.reject(new Error('unreadable')), never)).rejects.toThrow('unreadable')
    expect(queue.countTurns()).toEqual({ running: 0, queued: 0 })
  })

  test('is forgotten when its caller leaves while it waits, and not begun for one who has left', async () => {
    const { queue } = createQueue(1)
    const { promise: end, resolve } = Promise.withResolvers<string>()
    const first = queue.run('a', () => end, new AbortController().signal)
    const leave = new AbortController()
    const second = queue.run('a', () => Promise.resolve('second'), leave.signal)
    leave.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    await expect(queue.run('b', () => Promise.resolve('third'), leave.signal)).rejects.toThrow('left')
    resolve('first')
    expect(await first).toBe('first')
    expect(queue.countTurns()).toEqual({ running: 0, queued: 0 })
  })
})
