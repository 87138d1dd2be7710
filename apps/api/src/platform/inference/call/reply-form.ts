// The form of a reply that a server has accepted: an event stream, or a JSON document, or one on each line. Anything else is no API.
import { Readable } from 'node:stream'
import { ModelError } from '@heddle/workflow/model/ports'
import { APIError } from 'openai'

type Head = Pick<Response, 'status' | 'headers'>

/** What is enough to tell the form. */
const minStart = 8
const maxStartBytes = 64 * 1024
/** A whole reply. */
const maxDocumentCharacters = 8 * 1024 * 1024
/** What is read at once: a stream made of an iterator would hand over each line by itself, one a tick of the read clock. */
const maxReadBytes = 64 * 1024

const fieldNames = /^(?:data|event|id|retry|error)? ?:/

/** Returns the event stream of a reply in any form. Throws an `APIError` for what is no reply. */
export async function openEvents(stream: Readable, head: Head): Promise<Readable> {
  const isDeclared = head.headers.get('content-type')?.includes('event-stream') ?? false
  const start = (await peek(stream, isDeclared ? 1 : minStart)).trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return openDocument(stream, head)
  if (fieldNames.test(start) || (isDeclared && !start.startsWith('<'))) return stream
  const text = (await peek(stream, maxStartBytes)) || start
  stream.destroy()
  throw createRefusedResponse(head, text)
}

/** Returns the error of a response that the server has accepted and that is no reply. */
export function createRefusedResponse({ status, headers }: Head, body: unknown): APIError {
  return APIError.generate(status, { error: { body } }, undefined, headers)
}

/** Returns the beginning of a stream, which stays in it: at least so many characters, unless it ends before. */
async function peek(stream: Readable, minLength: number): Promise<string> {
  // Closing the connection emits an error on the stream, which the reader handles.
  stream.on('error', () => undefined)
  const chunks: Uint8Array[] = []
  let text = ''
  try {
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      chunks.push(bytes)
      text = Buffer.concat(chunks).toString()
      if (text.trim().length >= minLength || text.length >= maxStartBytes) break
    }
  } catch (cause) {
    throw new ModelError('MODEL_STREAM_BROKEN', { cause })
  }
  if (stream.readableEnded) return text
  for (const bytes of chunks.toReversed()) stream.unshift(bytes)
  return text
}

/** Returns the JSON of a response to a post. Throws an `APIError` for an error, and for what is no JSON. */
export function parsePosted(text: string, head: Head): unknown {
  if (!/^\s*[{[]/.test(text)) throw createRefusedResponse(head, text.slice(0, maxStartBytes))
  const value = parseNumbers(text)
  const isError =
    isRecord(value) && !('data' in value) && !('results' in value) && ('error' in value || 'detail' in value || value['object'] === 'error')
  if (isError) throw createRefusedResponse(head, value)
  return value
}

/** Reads JSON as Python writes it: NaN and Infinity, which JSON does not have, become null. */
function parseNumbers(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(text.replaceAll(/(?<=[[,:]\s*)(?:NaN|-?Infinity)(?=\s*[\],}])/g, 'null'))
  }
}

async function openDocument(stream: Readable, head: Head): Promise<Readable> {
  const values = readJson(stream)
  const first = await values.next()
  if (first.done || !toChunk(first.value)) {
    stream.destroy()
    throw createRefusedResponse(head, first.value)
  }
  return Readable.from(writeEvents(first.value, values), { objectMode: false, highWaterMark: maxReadBytes })
}

/** Yields the values of a stream: one on each line, or one document over many. */
async function* readJson(stream: Readable): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    pending += decoder.decode(bytes, { stream: true })
    if (pending.length > maxDocumentCharacters) throw new ModelError('MODEL_STREAM_BROKEN')
    for (let end = pending.indexOf('\n'); end !== -1; end = pending.indexOf('\n')) {
      const line = pending.slice(0, end).trim()
      const value = parseJson(line)
      if (value === undefined && line !== '') break
      if (value !== undefined) yield value
      pending = pending.slice(end + 1)
    }
  }
  if (pending.trim() === '') return
  const value = parseJson(pending)
  if (value === undefined) throw new ModelError('MODEL_STREAM_BROKEN')
  yield value
}

async function* writeEvents(first: unknown, rest: AsyncGenerator<unknown, void>): AsyncGenerator<Buffer, void> {
  let last = first
  yield toEvent(toChunk(first))
  for await (const value of rest) {
    last = value
    yield toEvent(toChunk(value) ?? value)
  }
  // Lines that end without saying so were broken off.
  if (isEnd(last)) yield Buffer.from('data: [DONE]\n\n')
}

const toEvent = (value: unknown) => Buffer.from(`data: ${JSON.stringify(value)}\n\n`)

/** Whether nothing follows: a choice with its whole message may have no finish reason. */
function isEnd(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { done, choices } = value
  return (
    done === true ||
    (Array.isArray(choices) && choices.some((choice) => isRecord(choice) && (choice['finish_reason'] || choice['message'])))
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Returns the chunk of a document that has a reply; undefined for another. A choice may have its whole `message` instead of a `delta`. */
function toChunk(value: unknown): object | undefined {
  if (!isRecord(value)) return undefined
  if (Array.isArray(value['choices'])) return value
  // Of Ollama's own API.
  const { message, done, done_reason: reason, prompt_eval_count: prompt, eval_count: completion } = value
  if (!isRecord(message) || typeof message['content'] !== 'string') return undefined
  const { content, thinking, tool_calls: toolCalls } = message
  return {
    choices: [
      {
        index: 0,
        delta: { content, reasoning_content: thinking, tool_calls: toolCalls },
        finish_reason: done === true ? (reason ?? 'stop') : null,
      },
    ],
    ...(done === true && { usage: { prompt_tokens: prompt, completion_tokens: completion } }),
  }
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
