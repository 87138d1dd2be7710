import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Slot } from '../../fair-queue.ts'
import { createEndpointQueue } from './endpoint-queue.ts'

const never = new AbortController().signal

test.each([
  [1, 32],
  [10, 40],
])('an endpoint with %i slots is MODEL_BUSY for more than %i waiting calls, and after the maximum wait', async (slots, maxWaiting) => {
  const queue = createEndpointQueue(slots, 20)
  for (let call = 0; call < slots; call += 1) queue.join('a')
  const waiting = Array.from({ length: maxWaiting }, (_, call) => queue.run(`${call % 2}`, () => Promise.resolve(), never))
  expect(() => queue.join('c')).toThrow(expect.objectContaining({ code: 'MODEL_BUSY' }))
  for (const wait of await Promise.allSettled(waiting)) expect(wait).toMatchObject({ status: 'rejected', reason: { code: 'MODEL_BUSY' } })
})

describe('calls for which no one waits', () => {
  function open(slots: number) {
    const queue = createEndpointQueue(slots, 20)
    const over = new AbortController()
    const waits: Promise<void>[] = []
    onTestFinished(async () => {
      over.abort(new Error('The test is over'))
      await Promise.allSettled(waits)
    })
    const begun: string[] = []
    function begin(name: string, slot: Slot) {
      const wait = async () => {
        for await (const _ahead of slot.wait(over.signal)) continue
        begun.push(name)
      }
      waits.push(wait())
      return slot
    }
    return { queue, begun, begin, joinInBackground: (name: string) => begin(name, queue.joinInBackground('user')) }
  }

  test.each([
    [1, 1],
    [4, 1],
    [9, 2],
  ])('have of %i slots %i at most', async (slots, expected) => {
    const { queue, begun, joinInBackground } = open(slots)
    const calls = Array.from({ length: 4 }, (_, call) => joinInBackground(`${call}`))
    await expect.poll(() => begun).toHaveLength(expected)
    await setImmediate()
    expect(begun).toHaveLength(expected)
    expect(queue.countTurns()).toEqual({ running: expected, queued: 0 })
    for (const call of calls) {
      call.release()
      await setImmediate()
    }
    expect(begun).toHaveLength(4)
    expect(queue.countTurns()).toEqual({ running: 0, queued: 0 })
  })

  test('wait as long as those of people take, and are never refused', async () => {
    const { queue, begun, begin, joinInBackground } = open(1)
    const chat = begin('chat', queue.join('person'))
    await expect.poll(() => begun).toEqual(['chat'])
    joinInBackground('evaluation')
    const refused = queue.run('person', () => Promise.resolve(), never)
    await expect(refused).rejects.toMatchObject({ code: 'MODEL_BUSY' })
    expect(begun).toEqual(['chat'])
    chat.release()
    await expect.poll(() => begun).toEqual(['chat', 'evaluation'])
  })
})
