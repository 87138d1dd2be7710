// Requests that fail on purpose, by the switches `status`, `respond`, `times`, `retry_after` and `endless_error`.
import type { ServerResponse } from 'node:http'
import { type CorpusResponse, findResponse, toWire } from '../corpus.ts'
import { sendError } from '../respond.ts'
import { sendEndlessly } from '../stream.ts'
import type { Switches } from '../switches.ts'

const maxCountedFailures = 1_000

export type Failures = ReturnType<typeof createFailures>

/** Counts the failures for the `times` switch. */
export function createFailures() {
  const failures = new Map<string, number>()

  return {
    /** Returns whether a request fails; `key` is what it has in common with its repetition. */
    isDue({ status, respond, times }: Switches, key: string): boolean {
      if (status === undefined && respond === undefined) return false
      if (times === undefined) return true
      const failed = failures.get(key) ?? 0
      if (failed >= times) return false
      if (failures.size >= maxCountedFailures) failures.clear()
      failures.set(key, failed + 1)
      return true
    },

    async send(response: ServerResponse, { status = 500, respond, retry_after: retryAfter, endless_error: isEndless }: Switches) {
      if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
      const recorded = respond === undefined ? undefined : findResponse(respond)
      if (recorded) return sendRecorded(response, recorded)
      if (isEndless) {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        return sendEndlessly(response, '{"error":{"message":"')
      }
      sendError(response, status, `The demonstration model was asked to answer ${status}.`)
    },
  }
}

/** Sends a response of the corpus, each write of it on its own. */
async function sendRecorded(response: ServerResponse, recorded: CorpusResponse) {
  const { status, headers, writes, ends } = toWire(recorded)
  response.writeHead(status, headers)
  response.flushHeaders()
  for (const write of writes) {
    if (write !== '') await new Promise((resolve) => void response.write(write, resolve))
    // Two writes in one turn would leave in one packet.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (ends === 'close') response.end()
  if (ends === 'reset') response.destroy()
}
