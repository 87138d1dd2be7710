// What a server of an embedding or rerank model accepts in one call: it says so only by refusing more.
import { ModelError } from '@heddle/workflow/model/ports'
import { APIError } from 'openai'

/** The statuses by which a call is refused for what it has in it. llama.cpp's 500 is recognized by the client. */
const sizeStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 422])

/** What is too much … */
const subject =
  /batch|\binputs?\b|texts?\b|documents?\b|passages?\b|contents?\b|items|elements|\barray\b|\blist\b|strings|tokens|payload|entity|\bbody\b|sequence|[输輸]入|文本|[数數][组組]|[条條]/i
/** … and the words for it. A false alarm costs a few calls. */
const excess =
  /too (?:large|long|many|big)|at most|up to \d|exceed|(?:larger|longer|greater|more) than|less than|\bmax(?:imum)?\b|\blimit|超[过過]|超出|不得|最大|上限/i
/** A limit of time: half of the call would be refused as well. */
const rate = /per (?:minute|second|hour|day)|rate.?limit|\b[TR]P[MD]\b|quota|每分[钟鐘]/i

/** Returns the words and fields of a refusal, in whatever shape they came. */
export function readRefusalText(refusal: unknown): string {
  if (!(refusal instanceof APIError)) return ''
  return [refusal.message, refusal.param, JSON.stringify(refusal.error)].filter(Boolean).join(' ')
}

/** Returns whether an endpoint has refused a call because of the number of its texts, their length or the length of one. */
export function isSizeRefusal(error: unknown, refusal: unknown): boolean {
  if (!(error instanceof ModelError)) return false
  if (error.code === 'MODEL_CONTEXT_EXCEEDED') return true
  if (error.code !== 'MODEL_REFUSED' || !(refusal instanceof APIError) || !sizeStatuses.has(refusal.status)) return false
  const text = readRefusalText(refusal)
  if (refusal.status === 413) return true
  return subject.test(text) && excess.test(text) && !rate.test(text)
}

/** Returns whether a server could not write what its model has made: JSON has no NaN (Ollama). */
export const isVectorRefusal = (refusal: unknown): boolean => /unsupported value: ?[+-]?(?:nan|inf)/i.test(readRefusalText(refusal))

/** Remembers by model how many texts one call may have, so that the next call does not begin with a refused one. */
export function createBatchLimits() {
  const limits = new Map<string, number>()
  const get = (key: string) => limits.get(key) ?? Number.POSITIVE_INFINITY
  return { get, lower: (key: string, size: number) => void limits.set(key, Math.min(get(key), size)) }
}
