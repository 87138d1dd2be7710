// What an endpoint says of a failure, for the administrators who look for its cause. Its words are kept only for a test, whose
// conversation is ours.
import { APIError } from 'openai'
import { readRefusalWords } from '../call/refusal/refusal-words.ts'

export type EndpointWords = {
  /** The HTTP status; null when there was none. */
  readonly status: number | null
  /** Its sentence without keys and addresses, or the name of the error of the connection; null when there is neither. */
  readonly message: string | null
}

const maxCharacters = 300
const placeholder = '…'
const secretPatterns = [
  /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)]+/gi,
  /\b(?:bearer|basic)\s+[^\s"',;)]+/gi,
  /\b(?:sk|pk|hf|gsk|key|token|api)[-_][^\s"',;)]+/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[?(?:[\da-f]{0,4}:){3,}[\da-f]{0,4}\]?(?::\d+)?/gi,
  /\b[\w.-]+@[\w-]+(?:\.[\w-]+)+/g,
  // A name with a port.
  /\b[a-z\d-]+(?:\.[a-z\d-]+)*:\d{2,5}\b/gi,
  // What is long and has letters and digits is a key or an id.
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}\b/gi,
]

/** Returns what an endpoint has said. `baseUrl` and `apiKey` are what must not be in it. */
export function readEndpointWords(error: unknown, { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined }): EndpointWords {
  const status = error instanceof APIError ? (error.status ?? null) : null
  const sentence =
    error instanceof Error && status === null ? readErrorName(error) : readSentence(status === null ? error : (error as APIError).error)
  if (sentence === null) return { status, message: null }
  const { host, hostname } = new URL(baseUrl)
  // A name of one word may be any word of the sentence.
  const known = [apiKey, baseUrl, host, ...(/[.:]/.test(hostname) ? [hostname] : [])]
  const withoutKnown = known.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, placeholder) : text), sentence)
  const redacted = secretPatterns.reduce((text, pattern) => text.replaceAll(pattern, placeholder), withoutKnown)
  const line = redacted.replaceAll(/\s+/g, ' ').trim()
  return { status, message: line.length > maxCharacters ? `${line.slice(0, maxCharacters).toWellFormed()}…` : line || null }
}

/** Returns what an error object says; all of it is well-formed. */
function readSentence(error: unknown): string | null {
  const { texts, names } = readRefusalWords(error)
  return texts.length > 0 ? texts.join(' ') : (names.find((name) => /[a-z]/i.test(name)) ?? null)
}

/** Of a connection, such as ECONNREFUSED. */
function readErrorName(error: Error): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z][A-Z\d_]{2,60}$/.test(cause.code)) return cause.code
  }
  return null
}
