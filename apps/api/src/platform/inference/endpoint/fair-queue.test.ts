import { describe, expect, onTestFinished, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function createQueue(slots: number, maxWaitMs = 30_000) {
  const queue = createFairQueue({ slots, maxWaitMs })
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

describe('the queue of an endpoint', () => {
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

  test.each([
    [1, 32],
    [10, 40],
  ])('with %i slots is MODEL_BUSY for more than %i waiting calls, and after the maximum wait', async (slots, maxWaiting) => {
    const { join } = createQueue(slots, 20)
    for (let call = 0; call < slots; call += 1) join('a:running')
    const waiting = Array.from({ length: maxWaiting }, (_, call) => join(`${call % 2}:waiting`))
    expect(() => join('c:1')).toThrow(expect.objectContaining({ code: 'MODEL_BUSY' }))
    const ends = await Promise.allSettled(waiting.map(({ begins }) => begins))
    expect(ends.every((end) => end.status === 'rejected' && (end.reason as { code?: unknown }).code === 'MODEL_BUSY')).toBe(true)
  })

  test('has more slots as soon as it is given them', async () => {
    const { queue, begun, join } = createQueue(1)
    join('a:1')
    const second = join('a:2')
    queue.resize(2)
    await second.begins
    expect(begun).toEqual(['a:1', 'a:2'])
  })
})
