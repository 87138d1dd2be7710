// Records the requests to the model, so that a test can check the prompt and the end of a call.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Usage } from './usage.ts'

export type RecordedRequest = {
  readonly method: string
  readonly path: string
  /** Without `authorization`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON, the text when it is no JSON, null without a body. */
  readonly body: unknown
  readonly receivedAt: string
  /** When the response ended or the client disconnected; null until then. */
  readonly closedAt: string | null
  /** Whether the client disconnected before the response was complete. */
  readonly aborted: boolean
  /** The sent part of a streamed completion, read by the client or not. */
  readonly sent: { readonly text: string; readonly reasoning: string; readonly tokens: number }
  /** The reported usage. */
  readonly usage: Usage | null
}

/** Records a response while it is sent. */
export type Answering = {
  readonly sent: (field: 'text' | 'reasoning', token: string) => void
  readonly reported: (usage: Usage) => void
}

const maxRequests = 1_000

/** Creates a bounded record of requests, the oldest first. */
export function createRecorder() {
  const requests: RecordedRequest[] = []

  function record(request: IncomingMessage, path: string, body: unknown, response: ServerResponse): Answering {
    const { authorization: _, ...headers } = request.headers
    const entry = {
      method: request.method ?? '',
      path,
      headers,
      body,
      receivedAt: new Date().toISOString(),
      closedAt: null as string | null,
      aborted: false,
      sent: { text: '', reasoning: '', tokens: 0 },
      usage: null as Usage | null,
    }
    if (requests.length >= maxRequests) requests.shift()
    requests.push(entry)
    response.once('close', () => {
      entry.closedAt = new Date().toISOString()
      entry.aborted = !response.writableFinished
    })
    return {
      sent(field, token) {
        entry.sent[field] += token
        entry.sent.tokens += 1
      },
      reported(usage) {
        entry.usage = usage
      },
    }
  }

  return { requests: requests as readonly RecordedRequest[], record, clear: () => void (requests.length = 0) }
}
