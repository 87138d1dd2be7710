import type { Endpoint, EndpointRequest } from '@heddle/contracts/endpoint'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { z } from 'zod'
import { sendSignedIn } from './client.ts'
import { isAborted, NetworkError } from './errors.ts'

/**
 * Opens an endpoint's event stream, whose events have the schema `Event`. Resolves with the response headers; throws ApiError or
 * NetworkError before that. The iterator yields the events in order, and throws NetworkError when the connection breaks. Leaving the loop
 * closes the connection.
 */
export async function openEventStream<E extends Endpoint, Event extends z.ZodType>(
  endpoint: E,
  Event: Event,
  request: EndpointRequest<E> & { signal?: AbortSignal },
): Promise<AsyncGenerator<z.output<Event>, void, void>> {
  const response = await sendSignedIn(endpoint, request, 'text/event-stream')
  return readEvents(response, Event)
}

async function* readEvents<Event extends z.ZodType>(response: Response, Event: Event): AsyncGenerator<z.output<Event>, void, void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield Event.parse(JSON.parse(value.data))
    }
  } catch (error) {
    if (isAborted(error) || !(error instanceof TypeError)) throw error
    throw new NetworkError('The connection broke in the middle of the stream', { cause: error })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
