// Requests that fail on purpose, by the switches `status`, `times`, `retry_after` and `endless_error`.
import type { ServerResponse } from 'node:http'
import { sendError } from './respond.ts'
import { sendEndlessly } from './stream.ts'
import type { Switches } from './switches.ts'

const maxCountedFailures = 1_000

export type Failures = ReturnType<typeof createFailures>

/** Counts the failures for the `times` switch. */
export function createFailures() {
  const failures = new Map<string, number>()

  return {
    /** Returns whether a request fails; `key` is what it has in common with its repetition. */
    isDue({ status, times }: Switches, key: string): boolean {
      if (status === undefined) return false
      if (times === undefined) return true
      const failed = failures.get(key) ?? 0
      if (failed >= times) return false
      if (failures.size >= maxCountedFailures) failures.clear()
      failures.set(key, failed + 1)
      return true
    },

    send(response: ServerResponse, { status = 500, retry_after: retryAfter, endless_error: isEndless }: Switches) {
      if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
      if (isEndless) {
        response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        return sendEndlessly(response, '{"error":{"message":"')
      }
      sendError(response, status, `The demonstration model was asked to answer ${status}.`)
    },
  }
}
