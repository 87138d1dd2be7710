import { expect, test } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import { until } from '../testing/until.ts'
import { sendEventStream } from './event-stream.ts'

test('a stream that ends while the server closes does not keep it open', async () => {
  const last = Promise.withResolvers<void>()
  async function* events() {
    yield { type: 'accepted' }
    await last.promise
    yield { type: 'done' }
  }
  const api = await createTestApp({
    extend: (app) =>
      app.route({
        method: 'POST',
        url: '/held',
        config: { policy: 'public' },
        handler: async (_request, reply) => sendEventStream(reply, () => events()),
      }),
  })
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${origin}/held`, { method: 'POST' })
  const closed = api.close()
  await until('the server to take no more connections', () => !api.app.server.listening)
  last.resolve()
  expect(await answer.text()).toContain('event: done')
  const begin = performance.now()
  await closed
  expect(performance.now() - begin).toBeLessThan(3_000)
})
