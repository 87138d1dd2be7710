import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'
import { closingPlugin } from './closing.ts'
import { sendEventStream } from '../http/event-stream.ts'

/** The application with a stream at `/held` that begins, and ends when the test says so. */
async function startHeld() {
  const last = Promise.withResolvers<void>()
  let isDisconnected = false
  async function* events(signal: AbortSignal) {
    signal.addEventListener('abort', () => {
      isDisconnected = true
      last.resolve()
    })
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
        handler: async (_request, reply) => sendEventStream(reply, events),
      }),
  })
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...api, origin, end: last.resolve, isDisconnected: () => isDisconnected }
}

async function open(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function measureSeconds(act: Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await act
  return (performance.now() - begin) / 1_000
}

describe('the server is not kept open', () => {
  test('by a stream that ends while it closes', async () => {
    const api = await startHeld()
    const answer = await fetch(`${api.origin}/held`, { method: 'POST' })
    const closed = api.close()
    await until('the server to take no more connections', () => !api.app.server.listening)
    api.end()
    expect(await answer.text()).toContain('event: done')
    expect(await measureSeconds(closed)).toBeLessThan(3)
  })

  test('by a reader who has left', async () => {
    const api = await startHeld()
    const leaving = new AbortController()
    await fetch(`${api.origin}/held`, { method: 'POST', signal: leaving.signal })
    leaving.abort()
    await until('the reader to have left', api.isDisconnected)
    expect(await measureSeconds(api.close())).toBeLessThan(3)
  })

  test('by a connection on which nothing was asked yet, as browsers open them', async () => {
    const api = await startHeld()
    const socket = await open(api.origin)
    await until('the connection to be taken', async () => (await countConnections(api.app.server)) === 1)
    const ended = once(socket, 'close')
    expect(await measureSeconds(api.close())).toBeLessThan(3)
    await ended
  })

  test('by one that waits for the next question', async () => {
    const api = await startHeld()
    const socket = await open(api.origin)
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    expect(await measureSeconds(api.close())).toBeLessThan(3)
  })

  test('for longer than its patience by a question that never comes to its end', async () => {
    const app = fastify()
    await app.register(closingPlugin, { stopping: AbortSignal.abort(), maxCloseMs: 200 })
    app.post('/', async () => 'never')
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = await open(origin)
    const begun = once(app.server, 'request')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
    await begun
    expect(await Promise.race([measureSeconds(app.close()), wait(10_000, 'open', { ref: false })])).toBeLessThan(3)
  })
})

const countConnections = (server: Server) =>
  new Promise<number>((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
