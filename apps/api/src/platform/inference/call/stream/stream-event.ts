// Reads one event of a stream: a chunk, the end, an error in any of the shapes that servers have, or nothing.
import { isFields } from '../reply-content.ts'

/** The fields read from a chunk. They are not validated: each may be missing or of another type. */
export type CompletionChunk = {
  readonly object?: unknown
  readonly choices?: unknown
  readonly usage?: unknown
  readonly error?: unknown
  /** Of Ollama's own interface, as the three below. */
  readonly message?: unknown
  readonly response?: unknown
  readonly done?: unknown
  readonly done_reason?: unknown
}

type StreamEvent =
  | { readonly chunk: CompletionChunk }
  | { readonly error: unknown }
  /** JSON that ends too early. */
  | 'broken'
  | 'done'
  | 'nothing'

const end = /^"?\[done\]"?$/i
/** What servers and proxies send so that a connection stays open; a comment, too, where a gateway makes data of it. */
const keepAlive = /^(?:null|none|undefined|ping|pong|heartbeat|keep-?alive|:.*)?$/is
/** Names of events that say nothing of a reply; a chunk in one is read nevertheless. */
const unnamed: ReadonlySet<string | undefined> = new Set([undefined, 'message', 'error', 'data'])
/** Fields that only an error has. */
const errorFields = ['error', 'errors', 'detail', 'error_msg', 'error_message', 'errorMessage'] as const

/** Reads the data of an event, whose name is `error` for one that is an error whatever it says. */
export function readStreamEvent(data: string, event: string | undefined): StreamEvent {
  // Some proxies write the field twice.
  const text = data.startsWith('data:') ? data.replace(/^(?:data:\s*)+/, '').trim() : data.trim()
  if (end.test(text)) return 'done'
  if (event === 'error') return { error: parseJson(text) ?? text }
  if (keepAlive.test(text)) return 'nothing'
  if (!/^[{["\d]/.test(text)) return { error: text }
  const value = parseJson(text)
  if (value === undefined) return 'broken'
  // Gemini sends its errors in a list.
  const body: unknown = Array.isArray(value) ? value[0] : value
  if (typeof body === 'string') return { error: body }
  if (!isFields(body)) return 'nothing'
  const error = findError(body, event)
  if (error !== undefined) return { error }
  if (event === 'done' && body['choices'] === undefined) return 'done'
  return { chunk: body }
}

/** Returns what a body without choices says of a failure; undefined when it says nothing of one. */
function findError(body: Readonly<Record<string, unknown>>, event: string | undefined): unknown {
  // An error beside a choice is read after it, so that its text is kept.
  if (Array.isArray(body['choices'])) return undefined
  if (isFields(body['error'])) return body['error']
  if (errorFields.some((field) => isSaid(body[field]))) return body
  if (body['object'] === 'error' || body['type'] === 'error' || body['status'] === 'error' || body['success'] === false) return body
  // MiniMax says with 0 that there is none.
  const { base_resp: minimax } = body as { readonly base_resp?: { readonly status_code?: unknown } | null }
  if (minimax?.status_code) return body
  const words = body['message'] ?? body['msg'] ?? body['title']
  return unnamed.has(event) && typeof words === 'string' && words !== '' ? body : undefined
}

/** Whether a field has a value that says something: `"error": null`, `{}` and `""` are none. */
export function isSaid(value: unknown): boolean {
  return Boolean(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0)
}

/** Returns undefined for what is no JSON. */
export function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
