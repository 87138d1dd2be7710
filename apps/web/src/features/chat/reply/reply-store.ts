// The running reply of one chat: an external store that reads the event stream, rejoins it when the connection is lost, and publishes the
// received part at most once a frame. Finished messages are in the chat's query; the store has only the running one.
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { ApiError, isAborted, NetworkError } from '#shared/api/errors.ts'
import { createStore, oncePerFrame } from '#shared/external-store.ts'
import { emptyReply, type LiveReply, applyEvent, mergeShown } from './live-reply.ts'
import { findQuestion, type Submission } from './submission.ts'
import { Waiting } from './waiting.ts'

type Accepted = Extract<ReplyStreamEvent, { type: 'accepted' }>
type Events = Promise<AsyncIterable<ReplyStreamEvent>>

/** The dependencies of the store. */
export type ReplyPort = {
  submit: (submission: Submission, signal: AbortSignal) => Events
  rejoin: (signal: AbortSignal) => Events
  stop: () => Promise<unknown>
  onAccepted: (event: Accepted, submission: Submission | null) => void
  onTitle: (title: string) => void
  onDone: (event: ReplyDoneEvent) => void
  /** The message was not accepted: its text goes back to the composer. */
  onRefused: (error: unknown, submission: Submission) => void
  /** Called when the cached chat is outdated. */
  onStale: () => void
  /** Runs once, before the next paint. */
  requestFrame: (callback: () => void) => void
}

export type ReplyStatus = {
  readonly phase: 'idle' | 'sending' | 'generating'
  readonly isReconnecting: boolean
  readonly isStopping: boolean
  /** The id of the reply in `live`; kept after the end until the chat's query has the finished message. */
  readonly replyId: string | null
  /** The submission that is sent and not yet accepted. */
  readonly submission: Submission | null
  /** The question of the submission. */
  readonly question: string | null
}

const idle: ReplyStatus = { phase: 'idle', isReconnecting: false, isStopping: false, replyId: null, submission: null, question: null }

/** After this many failures in a row, a message that was never accepted goes back to the composer. */
const sendAttempts = 6
/** The server sends a comment every 15 s; after a suspension the connection may be dead without an error. */
const staleAfterMs = 20_000
const stalledAfterMs = 45_000

export class ReplyStore {
  #port: ReplyPort
  readonly #store = createStore({ status: idle, live: emptyReply })
  #received = emptyReply
  readonly #showOnFrame: () => void
  #run: AbortController | null = null
  #connection: AbortController | null = null
  #lastEventAt = 0
  #stopWanted = false
  #endedVersion = -1
  #waiting = new Waiting()
  #isHidden = false
  #show: () => void = () => undefined

  constructor(port: ReplyPort) {
    this.#port = port
    this.#showOnFrame = oncePerFrame(port.requestFrame, () => {
      if (this.#status.phase !== 'idle') this.#store.update({ live: mergeShown(this.getLive(), this.#received) })
    })
  }

  readonly subscribe = this.#store.subscribe

  readonly getStatus = (): ReplyStatus => this.#store.read().status

  readonly getLive = (): LiveReply => this.#store.read().live

  get #status(): ReplyStatus {
    return this.getStatus()
  }

  /** Submits and follows the reply. Does nothing while a reply is running. */
  submit(submission: Submission): void {
    if (this.#status.phase !== 'idle') return
    this.#stopWanted = false
    this.#setReply(emptyReply)
    this.#setStatus({ ...idle, phase: 'sending', submission, question: findQuestion(submission) })
    void this.#follow()
  }

  /** Follows a running reply; `soFar` is shown until the stream has caught up. `version` is that of the chat it was read from. */
  rejoin(replyId: string, soFar: LiveReply, version: number): void {
    if (this.#status.phase !== 'idle') return
    // The chat was read before the last reply ended, and arrived afterwards. (A continued reply has also ended before.)
    if (version < this.#endedVersion) return this.#port.onStale()
    this.#setReply(soFar)
    this.#setStatus({ ...idle, phase: 'generating', replyId })
    void this.#follow()
  }

  /** Requests the server to stop; the reply ends through the stream. */
  async stop(): Promise<void> {
    if (this.#status.phase === 'idle' || this.#status.isStopping) return
    this.#setStatus({ ...this.#status, isStopping: true })
    const { submission } = this.#status
    if (submission === null) return this.#requestStop()
    if (this.#status.isReconnecting) this.#refuse(new NetworkError('Stopped before it was accepted'), submission)
    else this.#stopWanted = true
  }

  /** Called when the network or the screen returns: retries immediately, and replaces a connection that was silent for too long. */
  wake(): void {
    if (this.#status.phase === 'idle') return
    if (Date.now() - this.#lastEventAt > staleAfterMs) this.#connection?.abort()
    this.#waiting.end()
  }

  /**
   * A hidden tab gives up its stream and rejoins when it is seen: without TLS a browser opens only six connections to the service, which
   * as many tabs with running replies would hold. A message is sent to its acceptance first.
   */
  setHidden(isHidden: boolean): void {
    this.#isHidden = isHidden
    if (this.#isAway()) this.#connection?.abort()
    if (isHidden) return
    this.#show()
    this.wake()
  }

  #isAway = () => this.#isHidden && this.#status.submission === null

  /** Closes the stream without stopping the reply. */
  close(): void {
    this.#run?.abort()
    this.#waiting.end()
    this.#show()
    this.#run = null
    this.#setStatus(idle)
  }

  async #follow(): Promise<void> {
    const run = new AbortController()
    this.#run = run
    for (let failures = 0; !run.signal.aborted; failures++) {
      if (this.#isAway()) await new Promise<void>((resolve) => (this.#show = resolve))
      if (run.signal.aborted) return
      const error = await this.#connect(run.signal, () => (failures = 0))
      if (run.signal.aborted || this.#status.phase === 'idle') return
      if (this.#isAway()) continue
      if (this.#isFinal(error, failures)) return
      this.#setStatus({ ...this.#status, isReconnecting: true })
      await this.#waiting.begin(failures)
    }
  }

  /** Reads one connection to its end; returns the error that ended it early. */
  async #connect(run: AbortSignal, onProgress: () => void): Promise<unknown> {
    const connection = new AbortController()
    this.#connection = connection
    this.#lastEventAt = Date.now()
    const signal = AbortSignal.any([run, connection.signal])
    const watch = setInterval(() => {
      if (Date.now() - this.#lastEventAt > stalledAfterMs) connection.abort()
    }, 5_000)
    try {
      const { submission } = this.#status
      let isFirst = true
      const events = await (submission ? this.#port.submit(submission, signal) : this.#port.rejoin(signal))
      for await (const event of events) {
        if (signal.aborted) break
        this.#lastEventAt = Date.now()
        onProgress()
        this.#apply(event, isFirst)
        isFirst = false
        if (event.type === 'done') return null
      }
      return new NetworkError('The stream ended without its last event')
    } catch (error) {
      return error
    } finally {
      clearInterval(watch)
    }
  }

  /** Returns whether a retry makes no sense, after closing the run. */
  #isFinal(error: unknown, failures: number): boolean {
    const { submission } = this.#status
    if (submission) {
      const isHopeless = error instanceof ApiError || (!isAborted(error) && failures + 1 >= sendAttempts)
      if (isHopeless) this.#refuse(error, submission)
      return isHopeless
    }
    const isGone = error instanceof ApiError && error.status < 500 && error.status !== 429
    if (isGone) {
      this.close()
      this.#port.onStale()
    }
    return isGone
  }

  #refuse(error: unknown, submission: Submission) {
    this.close()
    this.#port.onRefused(error, submission)
  }

  #apply(event: ReplyStreamEvent, isFirst: boolean) {
    if (this.#status.isReconnecting) this.#setStatus({ ...this.#status, isReconnecting: false })
    if (event.type === 'accepted') return this.#accept(event)
    if (event.type === 'title') return this.#port.onTitle(event.title)
    if (event.type === 'done') return this.#finish(event)
    if (event.type === 'snapshot' && event.reply_id !== this.#status.replyId) this.#adopt(event.reply_id)
    // A snapshot in the middle of a stream retracts the text; at the beginning it may only be behind the shown text.
    if (event.type === 'snapshot' && !isFirst) return this.#setReply(applyEvent(this.#received, event))
    this.#received = applyEvent(this.#received, event)
    this.#showOnFrame()
  }

  #accept(event: Accepted) {
    this.#port.onAccepted(event, this.#status.submission)
    this.#setReply(applyEvent(emptyReply, event))
    this.#setStatus({ ...this.#status, phase: 'generating', replyId: event.reply.id, submission: null, question: null })
    if (this.#isAway()) this.#connection?.abort()
    // The port has reported the error; there is no caller to throw to.
    if (this.#stopWanted) this.#requestStop().catch(() => undefined)
  }

  /** Follows another reply: the followed one has ended, and another question was asked. */
  #adopt(replyId: string) {
    this.#setReply(emptyReply)
    this.#setStatus({ ...this.#status, phase: 'generating', replyId, submission: null, question: null })
    this.#port.onStale()
  }

  #finish(event: ReplyDoneEvent) {
    const isOurs = event.message.id === this.#status.replyId
    this.#endedVersion = event.version
    this.#setReply(applyEvent(this.#received, event))
    this.#port.onDone(event)
    if (!isOurs) this.#port.onStale()
    this.#setStatus({ ...idle, replyId: event.message.id })
  }

  async #requestStop(): Promise<void> {
    this.#stopWanted = false
    try {
      await this.#port.stop()
    } catch (error) {
      this.#setStatus({ ...this.#status, isStopping: false })
      throw error
    }
  }

  #setReply(reply: LiveReply) {
    this.#received = reply
    this.#store.update({ live: reply })
  }

  #setStatus(status: ReplyStatus) {
    this.#store.update({ status })
  }
}
