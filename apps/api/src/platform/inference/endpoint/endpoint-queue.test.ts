import { expect, test } from 'vitest'
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
