import { type CorpusResponse, toWire } from '@heddle/demo-model/corpus'
import type { ScriptedResponse } from './scripted-server.ts'

/** Returns a response of the corpus for a scripted server. */
export function toScripted(response: CorpusResponse): ScriptedResponse {
  const { writes, ends, ...head } = toWire(response)
  return { ...head, body: writes, endsWith: ends }
}
