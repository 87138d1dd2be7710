import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { App } from './app-instance.ts'
import { AppError } from '../errors/app-error.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { sendEventStream } from './event-stream.ts'

let api: TestApp
let origin: string

type Source = { signal?: AbortSignal; ended: boolean; yielded: number }
const sources = new Map<string, Source>()

/** Ends the quiet stream. */
const noise = Promise.withResolvers<void>()

/** Routes that only this file has, each with a source that tells what happened to it. */
function addStreams(app: App) {
  const stream = (name: string, source: (state: Source) => AsyncIterable<{ type: string }>, heartbeatMs?: number) =>
    app.route({
      method: 'POST',
      url: `/streams/${name}`,
      config: { policy: 'public' },
      handler: async (_request, reply) =>
        sendEventStream(
          reply,
          (signal) => {
            const state: Source = { signal, ended: false, yielded: 0 }
            sources.set(name, state)
            return source(state)
          },
          heartbeatMs === undefined ? {} : { heartbeatMs },
        ),
    })

  stream('short', async function* () {
    yield { type: 'delta', text: '織り\nweave' }
    await pause(5)
    yield { type: 'done' }
  })
  stream('endless', async function* (state) {
    try {
      for (;;) {
        await pause(2)
        state.yielded += 1
        yield { type: 'delta', text: 'x'.repeat(100) }
      }
    } finally {
      state.ended = true
    }
  })
  stream('waiting', async function* (state) {
    try {
      yield { type: 'accepted' }
      await new Promise((_resolve, reject) => state.signal?.addEventListener('abort', () => reject(state.signal?.reason)))
    } finally {
      state.ended = true
    }
  })
  stream('flood', async function* (state) {
    try {
      for (; state.yielded < 20_000; state.yielded += 1) yield { type: 'delta', text: 'y'.repeat(1_000) }
      yield { type: 'done' }
    } finally {
      state.ended = true
    }
  })
  stream(
    'quiet',
    async function* () {
      yield { type: 'accepted' }
      await noise.promise
      yield { type: 'done' }
    },
    25,
  )
  // oxlint-disable-next-line require-yield
  stream('refused', async function* () {
    throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
  })
  stream('broken', async function* () {
    yield { type: 'delta', text: 'so far' }
    throw new Error('the pool of secrets leaked')
  })
}

beforeAll(async () => {
  api = await createTestApp({ extend: addStreams })
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

const open = (name: string, signal?: AbortSignal) =>
  fetch(`${origin}/streams/${name}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  })

describe('an event stream', () => {
  test('frames each event with its number, its type and its JSON', async () => {
    const answer = await open('short')
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    expect(await answer.text()).toBe(
      'id: 1\nevent: delta\ndata: {"type":"delta","text":"織り\\nweave"}\n\nid: 2\nevent: done\ndata: {"type":"done"}\n\n',
    )
  })

  test('keeps a silent connection alive with comments', async () => {
    const answer = await open('quiet')
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if ((text.match(/^: $/gm)?.length ?? 0) >= 2) noise.resolve()
    }
    expect(text.endsWith('event: done\ndata: {"type":"done"}\n\n')).toBe(true)
  })

  test.each(['endless', 'waiting'])('tells its source (%s) that the reader has left', async (name) => {
    const reader = new AbortController()
    const answer = await open(name, reader.signal)
    await answer.body?.getReader().read()
    expect(sources.get(name)).toMatchObject({ ended: false, signal: { aborted: false } })
    reader.abort()
    await expect.poll(() => sources.get(name)).toMatchObject({ ended: true, signal: { aborted: true } })
  })

  test('waits for a reader who does not keep up, and loses nothing', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.pause()
    socket.write('POST /streams/flood HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    let seen = -1
    await vi.waitFor(
      () => {
        const before = seen
        seen = sources.get('flood')?.yielded ?? -1
        expect(seen).toBeGreaterThan(0)
        expect(seen).toBe(before)
      },
      { timeout: 10_000, interval: 100 },
    )
    expect(seen).toBeLessThan(20_000)
    let text = ''
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => (text += chunk))
      .resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text.match(/^event: delta$/gm)?.length).toBe(20_000)
    expect(text).toContain('event: done')
  })

  test('ends the source of a reader who stopped reading and left', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.pause()
    sources.delete('flood')
    socket.write('POST /streams/flood HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
    await expect.poll(() => sources.get('flood')?.yielded).toBeGreaterThan(0)
    socket.destroy()
    await expect.poll(() => sources.get('flood')).toMatchObject({ ended: true })
  })

  test('answers what fails before the first event like any other error', async () => {
    const answer = await open('refused')
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ detail: { code: 'CHAT_PUSH_MESSAGE_FAILED' } })
    expect(sources.get('refused')?.signal?.aborted).toBe(true)
  })

  test('ends with an error event when it fails later, and says nothing of the inside', async () => {
    const text = await (await open('broken')).text()
    expect(text).toContain('id: 1\nevent: delta')
    expect(text).toContain('id: 2\nevent: error')
    expect(text).toContain('"code":"UNKNOWN"')
    expect(text).not.toContain('secrets')
  })

  test('writes events that are ready together at once', async () => {
    const reader = (await open('flood')).body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value).match(/^event: /gm)?.length).toBeGreaterThan(1)
    await reader?.cancel()
  })
})
