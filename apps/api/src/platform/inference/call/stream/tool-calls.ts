// Reads the tools that a model calls: in pieces, whole, in the legacy form, and as parts of its content.
import type { ToolCall } from '@heddle/workflow/model/ports'
import { toStorableText } from '../../../database/storable-text.ts'
import { isFields } from '../reply-content.ts'

type Fields = Readonly<Record<string, unknown>>

/** Anthropic, Cohere, Responses. Gemini has a field of its own in a part. */
const partTypes: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'function_call'])

const readText = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Ollama, Anthropic and Gemini send the object itself. */
const readArguments = (value: unknown): string => (isFields(value) ? JSON.stringify(value) : readText(value))

export function createToolCallReader() {
  /** The calls so far, with the index by which their pieces name them; null for one that is whole. */
  const calls: { index: unknown; id: string; name: string; arguments: string }[] = []

  function addPiece(index: unknown, piece: Fields) {
    const own = isFields(piece['function']) ? piece['function'] : piece
    const id = readText(piece['id'])
    const name = readText(own['name'])
    const added = readArguments(own['arguments'] ?? own['args'] ?? own['input'])
    const open = index === null ? undefined : calls.findLast((call) => call.index === index)
    // Gemini numbers none of its calls, so that each seems to be the first.
    const isOther = open && id !== '' && open.id !== '' && id !== open.id
    if (!open || isOther) {
      calls.push({ index, id, name, arguments: added })
      return
    }
    open.id ||= id
    open.name ||= name
    open.arguments += added
  }

  function readParts(content: unknown) {
    for (const part of Array.isArray(content) ? content : [content]) {
      if (!isFields(part)) continue
      if (partTypes.has(part['type'])) addPiece(null, part)
      else if (isFields(part['functionCall'])) addPiece(null, part['functionCall'])
      else if (Array.isArray(part['parts'])) readParts(part['parts'])
    }
  }

  return {
    /** Reads those of a message, whole or a piece of it. Returns whether it has any. */
    read(message: Fields): boolean {
      const before = calls.length
      const { tool_calls: pieces, function_call: legacy, content } = message
      if (Array.isArray(pieces)) {
        for (const [position, piece] of (pieces as readonly unknown[]).entries())
          if (isFields(piece)) addPiece(piece['index'] ?? position, piece)
      }
      if (isFields(legacy)) addPiece('legacy', legacy)
      if (typeof content === 'object') readParts(content)
      return calls.length > before
    },

    /** Adds one that was read out of the text. */
    add: (call: Pick<ToolCall, 'name' | 'arguments'>) => {
      calls.push({ index: null, id: '', ...call })
    },

    hasAny: () => calls.length > 0,

    list: (): readonly ToolCall[] =>
      calls.map((call) => ({
        id: toStorableText(call.id),
        name: toStorableText(call.name),
        arguments: toStorableText(call.arguments),
      })),
  }
}
