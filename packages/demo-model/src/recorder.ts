// Remembers what the model was asked, so that a test can look at the prompt and at how the call ended.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type RecordedRequest = {
  readonly method: string
  readonly path: string
  /** Without `authorization`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON, the text when it is none, null when there is no body. */
  readonly body: unknown
  readonly receivedAt: string
  /** When the answer ended or the client went away; null while it is being answered. */
  readonly closedAt: string | null
  /** Whether the client went away before the answer was complete. */
  readonly aborted: boolean
}

const maxRequests = 1_000

/** Returns a bounded record of requests, the oldest first. */
export function createRecorder() {
  const requests: RecordedRequest[] = []

  function record(request: IncomingMessage, path: string, body: unknown, response: ServerResponse) {
    const { authorization: _, ...headers } = request.headers
    const entry = {
      method: request.method ?? '',
      path,
      headers,
      body,
      receivedAt: new Date().toISOString(),
      closedAt: null as string | null,
      aborted: false,
    }
    if (requests.length >= maxRequests) requests.shift()
    requests.push(entry)
    response.once('close', () => {
      entry.closedAt = new Date().toISOString()
      entry.aborted = !response.writableFinished
    })
  }

  return { requests: requests as readonly RecordedRequest[], record, clear: () => void (requests.length = 0) }
}
