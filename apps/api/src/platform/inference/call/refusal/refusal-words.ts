// Reads the words of an error in any shape that servers and gateways give it: objects, lists, text, HTML, JSON inside of text.
import { toStorableText } from '../../../database/storable-text.ts'

export type RefusalWords = {
  /** Sentences, in their order. */
  readonly texts: readonly string[]
  /** Types, codes and reasons. */
  readonly names: readonly string[]
  /** What fields of their own name as the parameters that are wrong. */
  readonly parameters: readonly string[]
  /** Counts that have a field of their own. */
  readonly contextTokens: number | undefined
  readonly promptTokens: number | undefined
  readonly isHtml: boolean
  /** Whether it has the fields of an error. */
  readonly isError: boolean
}

const nameKeys = /^(?:type|__type|code|status|status_code|reason|kind|error|error_?type|error_?code|finish_?reason|block_?reason)$/i
/** A word under these says as much as one of a type. */
const textKeys = /^(?:body|message|msg|detail|details|error|errors|status_msg|raw)$/i
const parameterKeys = /^(?:param|parameter|field|loc)$/i
/** What quotes the request, or says what was not found in it. */
const skippedKeys = /^(?:input|ctx|url|messages|request|request_?id|content_filter_results?|user_id|headers)$/i

const errorKeys = ['error', 'errors', 'error_type', 'detail', 'message', 'msg', 'code', 'base_resp']

const maxDepth = 8
const maxTexts = 40
const maxTextLength = 2_000
const word = /^[\w.:/-]{1,80}$/
/** Where validators quote what they were given. */
const quoted = /['"]?input(?:_value)?['"]?\s*[:=]\s*[[{'"]/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Returns what an error says, whatever its shape; nothing of it is validated. */
export function readRefusalWords(body: unknown): RefusalWords {
  const texts = new Set<string>()
  const names = new Set<string>()
  const parameters = new Set<string>()
  let contextTokens: number | undefined
  let promptTokens: number | undefined
  let isHtml = false
  let isError = false

  function readText(text: string, key: string, depth: number): void {
    const begin = text.search(/\{|\[\s*\{/)
    const nested =
      begin === -1 || begin > maxTextLength
        ? undefined
        : parseJson(text.slice(begin, text.lastIndexOf(text[begin] === '{' ? '}' : ']') + 1))
    if (isRecord(nested)) {
      addText(text.slice(0, begin))
      return read(nested, key, depth + 1)
    }
    if (/^\s*(?:<\?xml|<!doctype|<html|<head|<body|<center|<h1)/i.test(text)) {
      isHtml = true
      return addText(toPlainText(text))
    }
    if (!word.test(text)) return addText(text)
    if (parameterKeys.test(key)) parameters.add(text)
    else if (nameKeys.test(key) || textKeys.test(key)) names.add(text)
  }

  function addText(text: string) {
    const end = text.search(quoted)
    const sentence = toStorableText((end === -1 ? text : text.slice(0, end)).slice(0, maxTextLength)).trim()
    if (sentence !== '' && texts.size < maxTexts) texts.add(sentence)
  }

  function read(value: unknown, key: string, depth: number): void {
    if (depth > maxDepth || texts.size >= maxTexts) return
    if (typeof value === 'string') return readText(value, key, depth)
    if (typeof value === 'number' && nameKeys.test(key)) return void names.add(String(value))
    if (Array.isArray(value)) {
      // The path of a wrong value has a list of names.
      for (const each of value.slice(0, maxTexts)) read(each, key, depth + 1)
    } else if (isRecord(value)) {
      isError ||= errorKeys.some((name) => value[name] != null)
      contextTokens ??= toCount(value['n_ctx'])
      promptTokens ??= toCount(value['n_prompt_tokens'])
      const { loc, msg, ...rest } = value
      if (Array.isArray(loc) && typeof msg === 'string') {
        addText(`${String(loc.at(-1))}: ${msg}`)
        read(loc, 'loc', depth + 1)
      } else if (msg !== undefined) read(msg, 'msg', depth + 1)
      for (const [name, each] of Object.entries(rest)) if (!skippedKeys.test(name)) read(each, name, depth + 1)
    }
  }

  read(body, 'body', 0)
  return { texts: [...texts], names: [...names], parameters: [...parameters], contextTokens, promptTokens, isHtml, isError }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toCount = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined)

/** Returns the title of a page, or else its text. */
function toPlainText(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(html)?.[1]?.trim()
  if (title) return title
  return html
    .slice(0, 10_000)
    .replaceAll(/<(script|style)\b[^<>]{0,500}>[^<]*<\/\1>/gi, ' ')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
