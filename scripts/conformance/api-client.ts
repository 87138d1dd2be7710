// Calls the product as a user does, by the names of its contracts.
import type { Endpoint, EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import { type ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { rejoinReply, sendMessage } from '@heddle/contracts/reply/reply'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { randomUUID } from 'node:crypto'

export type ApiClient = ReturnType<typeof createApiClient>

type AnyRequest = { readonly params?: Readonly<Record<string, string>>; readonly body?: object }

export function createApiClient(address: string, token: string, signal: AbortSignal) {
  function request({ method, url }: Pick<Endpoint, 'method' | 'url'>, { params = {}, body }: AnyRequest, signals: AbortSignal[] = []) {
    const path = url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const cancelled = AbortSignal.any([signal, ...signals])
    return fetch(`${address}${path}`, { method, headers, signal: cancelled, ...(body && { body: JSON.stringify(body) }) })
  }

  return {
    /** Returns the response of an endpoint; throws an `Error` with the body of any but a success. */
    async call<E extends Endpoint>(endpoint: E, values: EndpointRequest<E>): Promise<EndpointResponse<E>> {
      const response = await request(endpoint, values)
      if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.url}: ${response.status} ${await response.text()}`)
      return (await response.json()) as EndpointResponse<E>
    },

    /** Sends a message and begins to read its reply. */
    async send(chat: { readonly id: string; readonly version: number }, message: object): Promise<Reply> {
      const reader = new AbortController()
      const body = { ...message, client_message_id: randomUUID(), version: chat.version }
      const response = await request(sendMessage, { params: { id: chat.id }, body }, [reader.signal])
      if (!response.ok || !response.body) throw new Error(`The message was refused: ${response.status} ${await response.text()}`)
      return readReply(response.body, () => reader.abort())
    },

    /** Reads the reply of a chat to its end, or how the last one ended. */
    async rejoin({ id }: { readonly id: string }): Promise<ReplyDoneEvent> {
      const response = await request(rejoinReply, { params: { id } })
      if (!response.ok || !response.body) throw new Error(`The reply is not readable: ${response.status} ${await response.text()}`)
      return readReply(response.body, () => {}).done
    },
  }
}

export type Reply = ReturnType<typeof readReply>

function readReply(body: ReadableStream<Uint8Array<ArrayBuffer>>, disconnect: () => void) {
  const first = Promise.withResolvers<void>()
  async function readAll() {
    let done: ReplyDoneEvent | undefined
    for await (const { data } of body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) {
      const event = ReplyStreamEvent.parse(JSON.parse(data))
      if (event.type === 'delta') first.resolve()
      if (event.type === 'done') done = event
    }
    if (!done) throw new Error('The stream of the reply ended without `done`')
    return done
  }
  const done = readAll().finally(() => first.reject(new Error('The reply has no text')))
  // One who disconnects waits for neither.
  done.catch(() => {})
  first.promise.catch(() => {})
  return { done, hasText: first.promise, disconnect }
}
