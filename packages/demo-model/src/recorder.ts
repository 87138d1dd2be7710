// Remembers what the model was asked, so that a test can look at the prompt and at how the call ended.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Usage } from './usage.ts'

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
  /** What was sent of a streamed completion: also what the client never read. */
  readonly sent: { readonly text: string; readonly reasoning: string; readonly tokens: number }
  /** The usage that was reported. */
  readonly usage: Usage | null
}

/** Is told of an answer while it is given. */
export type Answering = {
  readonly sent: (field: 'text' | 'reasoning', token: string) => void
  readonly reported: (usage: Usage) => void
}

const maxRequests = 1_000

/** Returns a bounded record of requests, the oldest first. */
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
