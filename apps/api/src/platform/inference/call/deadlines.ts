// The time-outs of one model call.
import { addAbortListener } from 'node:events'
import { ModelError } from '@heddle/workflow/model/ports'

export type ModelTimeouts = {
  /** To the first token, retries included. */
  readonly firstTokenMs: number
  readonly betweenTokensMs: number
  /** To the end of the reply. */
  readonly replyMs: number
}

export const defaultTimeouts: ModelTimeouts = { firstTokenMs: 60_000, betweenTokensMs: 60_000, replyMs: 600_000 }

/**
 * Returns a signal that is aborted with `stop`, and with a `ModelError` when a time-out passes before `clear`. It is not one of
 * `AbortSignal.any`, which Node.js keeps for as long as something listens to it: the `openai` package never stops to.
 */
export function startDeadlines({ firstTokenMs, betweenTokensMs, replyMs }: ModelTimeouts, stop: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort(stop.reason)
  if (stop.aborted) end()
  const stopping = addAbortListener(stop, end)
  const firstToken = setTimeout(() => controller.abort(new ModelError('MODEL_FIRST_TOKEN_TIMEOUT')), firstTokenMs)
  const reply = setTimeout(() => controller.abort(new ModelError('MODEL_REPLY_TIMEOUT')), replyMs)
  let nextToken: NodeJS.Timeout | undefined

  function tokenArrived() {
    // Refreshing a timer costs far less than creating one, and there are thousands of tokens a second.
    if (nextToken) return void nextToken.refresh()
    clearTimeout(firstToken)
    nextToken = setTimeout(() => controller.abort(new ModelError('MODEL_STALLED')), betweenTokensMs)
  }

  function clear() {
    stopping[Symbol.dispose]()
    clearTimeout(firstToken)
    clearTimeout(nextToken)
    clearTimeout(reply)
  }

  return { signal: controller.signal, tokenArrived, clear }
}
