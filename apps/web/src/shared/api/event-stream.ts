import type { Endpoint, EndpointRequest } from '@heddle/contracts/endpoint'
import { ReplyStreamEvent } from '@heddle/contracts/reply-stream'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { sendSignedIn } from './client.ts'
import { isAborted, NetworkError } from './errors.ts'

/**
 * Opens an event stream of a reply. The promise settles when the headers are there (ApiError or NetworkError before that); the events
 * then come in their order, and a connection that breaks in the middle throws NetworkError. Leaving the loop closes the connection.
 */
export async function openEventStream<E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E> & { signal?: AbortSignal },
): Promise<AsyncGenerator<ReplyStreamEvent, void, void>> {
  const response = await sendSignedIn(endpoint, request, 'text/event-stream')
  return readEvents(response)
}

async function* readEvents(response: Response): AsyncGenerator<ReplyStreamEvent, void, void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield ReplyStreamEvent.parse(JSON.parse(value.data))
    }
  } catch (error) {
    if (isAborted(error) || !(error instanceof TypeError)) throw error
    throw new NetworkError('The connection broke in the middle of the reply', { cause: error })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
