import { rejoinReply } from '@heddle/contracts/reply/reply'
import { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { beforeEach, expect, test } from 'vitest'
import { refuse, serve } from '#testing/serve.ts'
import { id } from '#testing/wire.ts'
import { storeSession } from './session-storage.ts'
import { NetworkError } from './errors.ts'
import { openEventStream } from './event-stream.ts'

beforeEach(() => storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 600 }))

const request = { params: { id: id(1) } }

/** Returns a response that arrives byte by byte, so that characters and events are split. */
const inPieces = (text: string, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte))
        end(controller)
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

test('yields complete events in their order, without comments', async () => {
  const requests = serve(() =>
    inPieces(
      ': still here\n\nevent: delta\nid: 1\ndata: {"type":"delta","text":"梭織"}\n\ndata: {"type":"title","title":"布"}\n\n',
      (stream) => stream.close(),
    ),
  )
  const events: ReplyStreamEvent[] = []
  for await (const event of await openEventStream(rejoinReply, ReplyStreamEvent, request)) events.push(event)
  expect(events).toEqual([
    { type: 'delta', text: '梭織' },
    { type: 'title', title: '布' },
  ])
  expect(requests[0]?.headers.get('accept')).toBe('text/event-stream')
})

test('throws before the first event when the service refuses', async () => {
  serve(() => refuse(404, 'CHAT_NOT_FOUND'))
  await expect(openEventStream(rejoinReply, ReplyStreamEvent, request)).rejects.toMatchObject({ code: 'CHAT_NOT_FOUND' })
})

test('throws NetworkError when the connection breaks in the middle', async () => {
  let breakOff = () => {}
  serve(() =>
    inPieces('data: {"type":"delta","text":"a"}\n\n', (stream) => {
      breakOff = () => stream.error(new TypeError('network error'))
    }),
  )
  const events = await openEventStream(rejoinReply, ReplyStreamEvent, request)
  await expect(events.next()).resolves.toMatchObject({ value: { text: 'a' } })
  breakOff()
  await expect(events.next()).rejects.toBeInstanceOf(NetworkError)
})
