// A scripted port of the reply store: each connection is a queue of events that the test fills, breaks or ends.
import type { Message } from '@heddle/contracts/message/message'
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { ReplyPort } from '#features/chat/reply/reply-store.ts'
import type { Submission } from '#features/chat/reply/submission.ts'

export const questionId = '01890000-0000-7000-8000-000000000001'
export const replyId = '01890000-0000-7000-8000-000000000002'
const conversationId = '01890000-0000-7000-8000-000000000003'

export function buildMessage(fields: Partial<Message>): Message {
  return {
    id: replyId,
    index: 1,
    role: 'assistant',
    content: '',
    reasoning: '',
    steps: [],
    status: 'completed',
    model: { id: null, name: 'demo' },
    assistant: null,
    workflow_version: 1,
    response_language: 'en',
    created_at: '2026-01-01T00:00:00Z',
    files: [],
    feedback: null,
    sources: [],
    siblings: { index: 0, count: 1, previous_id: null, next_id: null },
    notices: [],
    ...fields,
  }
}

export const accepted: ReplyStreamEvent = {
  type: 'accepted',
  user_message: buildMessage({ id: questionId, index: 0, role: 'user', content: 'Why?' }),
  reply: buildMessage({ status: 'generating' }),
  version: 1,
  conversation_id: conversationId,
}

export const buildDelta = (text: string): ReplyStreamEvent => ({ type: 'delta', text })

export const buildSnapshot = (text: string, id = replyId): ReplyStreamEvent => ({
  type: 'snapshot',
  reply_id: id,
  text,
  reasoning: '',
  steps: [],
  sources: [],
})

export const buildDone = (text: string, fields: Partial<ReplyDoneEvent> = {}): ReplyDoneEvent => ({
  type: 'done',
  status: 'completed',
  message: buildMessage({ content: text }),
  usage: null,
  remaining_requests: 49,
  version: 2,
  ...fields,
})

export const sending: Submission = { kind: 'send', body: { content: 'Why?', client_message_id: conversationId, version: 0 } }

/** One connection, returned by `submit` and `rejoin` of the port; the test sends its events. */
export class ScriptedConnection {
  /** Null when it rejoins. */
  readonly submission: Submission | null
  readonly signal: AbortSignal
  #queue: (ReplyStreamEvent | Error | null)[] = []
  #wake: () => void = () => undefined

  constructor(submission: Submission | null, signal: AbortSignal) {
    this.submission = submission
    this.signal = signal
    signal.addEventListener('abort', () => this.break(new DOMException('aborted', 'AbortError')))
  }

  push(...events: ReplyStreamEvent[]) {
    this.#queue.push(...events)
    this.#wake()
  }

  break(error: Error) {
    this.#queue.push(error)
    this.#wake()
  }

  end() {
    this.#queue.push(null)
    this.#wake()
  }

  async *events(): AsyncGenerator<ReplyStreamEvent, void, void> {
    for (;;) {
      const next = this.#queue.shift()
      if (next === null) return
      if (next instanceof Error) throw next
      if (next) yield next
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

export class ScriptedPort implements ReplyPort {
  readonly connections: ScriptedConnection[] = []
  readonly log: string[] = []
  frames: (() => void)[] = []
  refused: unknown
  /** The errors of the next connections, before their headers. */
  failures: Error[] = []
  stop = async () => void this.log.push('stop')
  onAccepted = () => void this.log.push('accepted')
  onTitle = (title: string) => void this.log.push(`title ${title}`)
  onDone = (event: ReplyDoneEvent) => void this.log.push(`done ${event.status}`)
  onStale = () => void this.log.push('stale')
  requestFrame = (callback: () => void) => void this.frames.push(callback)

  get connection(): ScriptedConnection {
    const last = this.connections.at(-1)
    if (!last) throw new Error('No connection was opened')
    return last
  }

  submit = (submission: Submission, signal: AbortSignal) => this.#open(submission, signal)

  rejoin = (signal: AbortSignal) => this.#open(null, signal)

  onRefused = (error: unknown) => {
    this.refused = error
    this.log.push('refused')
  }

  paint() {
    const frames = this.frames
    this.frames = []
    for (const frame of frames) frame()
  }

  async #open(submission: Submission | null, signal: AbortSignal) {
    const connection = new ScriptedConnection(submission, signal)
    this.connections.push(connection)
    const failure = this.failures.shift()
    if (failure) throw failure
    return connection.events()
  }
}
