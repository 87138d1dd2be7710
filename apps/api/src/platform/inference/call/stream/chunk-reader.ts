// Reads the chunks of one reply into the model's events, and decides how the reply has ended.
import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { type FinishReason, ModelError, type ModelEvent, type ModelMessage } from '@heddle/workflow/model/ports'
import { createParser } from 'eventsource-parser'
import { createEventBatch } from './event-batch.ts'
import { type Finish, readFinish, toFinishError } from './finish-reason.ts'
import { toStreamError } from '../model-errors.ts'
import { findReasoning, hasReasoning, isFields, readContent } from '../reply-content.ts'
import { isPossibleOutput, isPossiblePrompt, toModelUsage } from './reported-usage.ts'
import { type CompletionChunk, isSaid, parseJson, readStreamEvent } from './stream-event.ts'
import { createThinkSplitter } from './think-splitter.ts'
import { createToolCallReader } from './tool-calls.ts'

/** What is known of the call whose reply is read, and who is told of more. */
export type ReplyOptions = {
  /** The prompt, by which a reported usage is judged. */
  readonly messages?: readonly ModelMessage[]
  readonly contextTokens?: number | undefined
  readonly reasoningFormat?: ReasoningFormat
  /** Called once, with where thoughts are, when it is not what is set. */
  readonly onReasoningFormat?: (format: ReasoningFormat) => void
  readonly onRefusal?: ((error: unknown) => void) | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** An event has a few hundred characters; one that does not end would fill the memory. */
const maxEventCharacters = 1024 * 1024
const openingBrace = 0x7b

export function createChunkReader({ messages, contextTokens, reasoningFormat = 'auto', onReasoningFormat, onRefusal }: ReplyOptions) {
  const batch = createEventBatch()
  const toolCalls = createToolCallReader()
  /** The beginning of a line: the parser forgets that of a line whose field it does not know. */
  let line = ''
  let finish: Finish | undefined
  let isDone = false
  let usage: unknown
  /** Where the reply is: some servers repeat all of it in another field of their last chunk. */
  let source: 'delta' | 'message' | 'text' | undefined
  let unreadable: unknown
  let hasReasoningField = false
  let hasFormat = false

  const splitter = createThinkSplitter({
    beginsInside: reasoningFormat === 'begins_inside',
    emit: batch.addText,
    onTextWasReasoning: () => batch.add({ type: 'text_was_reasoning' }),
    onFormat: reportFormat,
    onToolCall: toolCalls.add,
  })
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ data, event }) => readEvent(data, event),
    // Other unknown fields are skipped, as the standard requires.
    onError: ({ type, message, field, value = '', line: unknown = '' }) => {
      if (type === 'max-buffer-size-exceeded') throw new ModelError('MODEL_STREAM_BROKEN', { cause: new Error(message) })
      // Versions of llama.cpp before 2025-09 send an error as a field of the event stream, and then [DONE].
      if (field === 'error') throw toRefusal(parseJson(value) ?? value)
      // Ollama's own interface sends lines of JSON.
      if (unknown.startsWith('{')) readEvent(unknown, undefined)
    },
  })

  function toRefusal(error: unknown): ModelError {
    onRefusal?.(error)
    return toStreamError(error)
  }

  function reportFormat(format: ReasoningFormat) {
    if (!hasFormat && format !== reasoningFormat) onReasoningFormat?.(format)
    hasFormat = true
  }

  function feed(text: string) {
    if (line === '' && text.endsWith('\n')) return parser.feed(text)
    const length = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
    if (length === 0) line += text
    else {
      parser.feed(line + text.slice(0, length))
      line = text.slice(length)
    }
    if (line.length > maxEventCharacters) throw new ModelError('MODEL_STREAM_BROKEN', { cause: new Error('A line does not end') })
  }

  function readEvent(data: string, event: string | undefined) {
    if (isDone) return
    const usual = event === undefined && data.charCodeAt(0) === openingBrace ? (parseJson(data) as CompletionChunk | undefined) : undefined
    if (usual?.choices) return readChunk(usual)
    const read = readStreamEvent(data, event)
    if (read === 'broken') readLines(data.split('\n'), event)
    else if (read === 'done') isDone = true
    else if (read === 'nothing') return
    else if ('error' in read) throw toRefusal(read.error)
    else readChunk(read.chunk)
  }

  /** Reads the events of a server that has no empty line between them. */
  function readLines(lines: readonly string[], event: string | undefined) {
    // Without the data: it must not be logged.
    if (lines.length === 1) throw new ModelError('MODEL_STREAM_BROKEN')
    for (const each of lines) readEvent(each, event)
  }

  function readChunk(chunk: CompletionChunk) {
    const { choices } = chunk
    if (Array.isArray(choices)) {
      if (choices.length > 0) readChoice(choices as readonly unknown[], chunk)
    } else readOllama(chunk)
    // vLLM and OpenAI send usage in a chunk after finish_reason; stopping at finish_reason would lose it.
    if (chunk.usage) usage = chunk.usage
    if (chunk.error && isSaid(chunk.error)) throw toRefusal(chunk.error)
  }

  /** Reads the first choice: a server that makes several sends them mixed. */
  function readChoice(choices: readonly unknown[], { object }: CompletionChunk) {
    const first = choices[0] as Fields | null | undefined
    const choice = first?.['index'] ? choices.find((each) => isFields(each) && Number(each['index']) === 0) : first
    if (typeof choice !== 'object' || choice === null) return
    const { delta, message, text, error, finish_reason: reason, usage: ownUsage } = choice as Fields
    if (typeof delta === 'object' && delta !== null) readMessage(delta as Fields, 'delta')
    if (isFields(message)) readMessage(message, 'message')
    // Of completions without messages.
    if (typeof text === 'string') readMessage({ content: text }, 'text')
    if (ownUsage) usage = ownUsage
    if (error && isSaid(error)) throw toRefusal(error)
    if (reason) setFinish(reason)
    // A document holds the whole reply.
    else if (object === 'chat.completion') finish ??= { kind: 'stop', name: 'stop' }
  }

  function readOllama(chunk: CompletionChunk) {
    if (isFields(chunk.message)) readMessage(chunk.message, 'message')
    if (typeof chunk.response === 'string') readMessage({ ...chunk, content: chunk.response }, 'text')
    if (chunk.done !== true) return
    setFinish(chunk.done_reason ?? 'stop')
    usage = chunk
  }

  function setFinish(reason: unknown) {
    const read = readFinish(reason)
    // SGLang says in its reason why it has given the reply up.
    if (read?.kind === 'failed' && isFields(reason) && isSaid(reason['message'])) throw toRefusal(reason)
    finish = read ?? finish
  }

  function readMessage(message: Fields, from: NonNullable<typeof source>) {
    if (source !== from && source !== undefined) return
    const reasoning = hasReasoning(message) ? findReasoning(message) : ''
    if (reasoning !== '') {
      source = from
      addReasoning(reasoning)
    }
    if (toolCalls.read(message)) source = from
    const { content, refusal } = message
    if (typeof content === 'string') {
      if (content !== '') {
        source = from
        splitter.push(content)
      }
    } else if (content !== undefined && content !== null) {
      source = from
      if (!readContent(content, 'text', addPart)) unreadable ??= content
    }
    if (refusal) readContent(refusal, 'text', addPart)
  }

  function addPart(type: 'reasoning' | 'text', text: string) {
    if (type === 'text') splitter.push(text)
    else addReasoning(text)
  }

  function addReasoning(text: string) {
    if (!hasReasoningField) {
      hasReasoningField = true
      splitter.skipThoughts()
      reportFormat('field')
    }
    batch.addText('reasoning', text)
  }

  /** Whether the model says that it has finished, or `[DONE]` follows a reply. */
  const isFinished = () => finish !== undefined || (isDone && (batch.hasBegun() || toolCalls.hasAny()))

  /** Returns the reason of an end that is no failure. */
  function toFinishReason(): FinishReason {
    if (finish?.kind === 'length') return 'length'
    return toolCalls.hasAny() || finish?.kind === 'tool_calls' ? 'tool_calls' : 'stop'
  }

  /** Returns why the reply is not whole; undefined for one that is. */
  function findFailure(): ModelError | undefined {
    const error = finish && toFinishError(finish)
    if (error) return error
    if (unreadable !== undefined && !batch.hasText() && !toolCalls.hasAny()) {
      const cause = new Error(
        `The content of the reply is ${Array.isArray(unreadable) ? 'a list' : `of the type ${typeof unreadable}`} without text`,
      )
      return new ModelError('MODEL_STREAM_BROKEN', { cause })
    }
    return isFinished() ? undefined : new ModelError('MODEL_STREAM_BROKEN')
  }

  /** Adds the usage that was reported last, if it may be true. Without one it is estimated, which is marked. */
  function addUsage() {
    const reported = toModelUsage(usage)
    if (!reported) return
    if (messages && !isPossiblePrompt(messages, reported.inputTokens)) return
    if (isPossibleOutput(batch.countBytes(), reported.outputTokens, contextTokens)) batch.add({ type: 'usage', usage: reported })
  }

  return {
    feed,
    /** Reads a last event that has no empty line after it. */
    feedEnd() {
      parser.feed(`${line}\n\n`)
      line = ''
    },
    /** Returns what an error of the stream is for the reply; undefined when its end tells more. */
    explain(error: unknown): ModelError | undefined {
      // After the last token, a broken connection loses at most the usage.
      const isWhole = isFinished() && !(finish && toFinishError(finish))
      if (isWhole || (finish && !(error instanceof ModelError))) return undefined
      return error instanceof ModelError ? error : new ModelError('MODEL_STREAM_BROKEN', { cause: error })
    },
    /** Returns the last events, and the error of a reply that is not whole. */
    end(failure: ModelError | undefined): { readonly events: readonly ModelEvent[]; readonly error: ModelError | undefined } {
      const isWhole = failure === undefined && findFailure() === undefined
      splitter.end(isWhole ? toFinishReason() : undefined)
      batch.closeText()
      for (const call of toolCalls.list()) batch.add({ type: 'tool_call', call })
      addUsage()
      const error = failure ?? findFailure()
      if (!error) batch.add({ type: 'finish', reason: toFinishReason() })
      return { events: batch.take(true), error }
    },
    /** Whether anything of the reply has come. */
    hasBegun: batch.hasBegun,
    /** Whether the server has said that the model has finished. */
    hasFinish: () => finish !== undefined,
    /** Whether `[DONE]` has come. */
    isDone: () => isDone,
    takeEvents: () => batch.take(),
  }
}
