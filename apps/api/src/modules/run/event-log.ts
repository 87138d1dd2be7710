// A reply as this process makes it: all of it so far, and the order in which it came. Readers have a cursor in the log and
// nothing else, so a slow one costs no memory and delays no other; what it missed is merged into fewer, larger events.
import type { MessageSource, ReplyStep } from '@heddle/contracts/message/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'

type TextEvent = { type: 'delta' | 'reasoning'; text: string }
/** What any reply has while it is made. */
type ProgressEvent = TextEvent | Extract<ReplyStreamEvent, { type: 'step' | 'sources' | 'snapshot' }>

export type ReplySnapshot = {
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly ReplyStep[]
  readonly sources: readonly MessageSource[]
}

/** What a reply has from the runs before: all there was when it goes on. */
export type ReplyBeginning = Pick<ReplySnapshot, 'text' | 'reasoning' | 'steps'> & Partial<Pick<ReplySnapshot, 'sources'>>

export const emptyBeginning: ReplyBeginning = { text: '', reasoning: '', steps: [] }

/** The events of a reply for one reader. `close` ends it without a `done`: the reader has left, or may no longer read. */
export type EventFeed<Event = ReplyStreamEvent> = AsyncIterableIterator<Event, undefined> & { readonly close: () => void }

/** Of the reply of a chat. */
export type EventLog = ReturnType<typeof createEventLog<ReplyStreamEvent>>

const isText = (event: { readonly type: string } | undefined): event is TextEvent => event?.type === 'delta' || event?.type === 'reasoning'

/** `Event` is what a reader gets: those of the progress, and others. */
export function createEventLog<Event extends { readonly type: string } = ReplyStreamEvent>(
  replyId: string,
  beginning: ReplyBeginning = emptyBeginning,
) {
  type LogEvent = ProgressEvent | Event
  const events: LogEvent[] = []
  const readers = new Set<() => void>()
  /** Events before this index have been read and must not grow any more. */
  let sealed = 0
  let { text, reasoning, steps, sources = [] } = beginning
  let isDone = false

  function append(event: LogEvent) {
    const last = events.length > sealed ? events.at(-1) : undefined
    if (isText(event) && isText(last) && last.type === event.type) last.text += event.text
    else events.push(event)
    for (const wake of readers) wake()
  }

  /** What came since `cursor`, in as few events as keep the order. */
  function readFrom(cursor: number): LogEvent[] {
    sealed = events.length
    const read: LogEvent[] = []
    for (let index = cursor; index < events.length; index += 1) {
      const event = events[index] as LogEvent
      const last = read.at(-1)
      if (isText(event) && isText(last) && last.type === event.type)
        read[read.length - 1] = { type: last.type, text: last.text + event.text }
      else read.push(event)
    }
    return read
  }

  function follow(opening: readonly LogEvent[], start: number): EventFeed<LogEvent> {
    const queue = [...opening]
    let cursor = start
    let isEnded = false
    let waiting: ((result: IteratorResult<LogEvent, undefined>) => void) | undefined

    const end = (): IteratorResult<LogEvent, undefined> => {
      isEnded = true
      readers.delete(wake)
      return { done: true, value: undefined }
    }
    function take(): IteratorResult<LogEvent, undefined> | undefined {
      if (queue.length === 0 && cursor < events.length) {
        queue.push(...readFrom(cursor))
        cursor = events.length
      }
      const value = queue.shift()
      return value && { done: false, value }
    }
    function wake() {
      const resolve = waiting
      if (!resolve) return
      const result = take()
      if (!result) return
      waiting = undefined
      resolve(result)
    }
    function close() {
      const result = end()
      waiting?.(result)
      waiting = undefined
    }
    readers.add(wake)

    return {
      [Symbol.asyncIterator]() {
        return this
      },
      next() {
        if (isEnded) return Promise.resolve({ done: true, value: undefined })
        const result = take()
        if (result) return Promise.resolve(result)
        if (isDone && cursor === events.length) return Promise.resolve(end())
        return new Promise((resolve) => {
          waiting = resolve
        })
      },
      return() {
        close()
        return Promise.resolve({ done: true, value: undefined })
      },
      close,
    }
  }

  const snapshot = (): ReplySnapshot => ({ text, reasoning, steps, sources })

  return {
    snapshot,
    addText(piece: string) {
      text += piece
      append({ type: 'delta', text: piece })
    },
    addReasoning(piece: string) {
      reasoning += piece
      append({ type: 'reasoning', text: piece })
    },
    addStep(step: ReplyStep) {
      steps = withStep(steps, step)
      append({ type: 'step', step })
    },
    /** The event has all sources so far: it replaces those before. */
    addSources(added: readonly MessageSource[]) {
      sources = [...sources, ...added]
      append({ type: 'sources', sources: [...sources] })
    },
    /** An event of its own kind. */
    add: (event: Event) => append(event),
    /** What was emitted since the beginning is retracted, and what that cites. */
    restart() {
      text = beginning.text
      sources = beginning.sources ?? []
      append({ type: 'snapshot', reply_id: replyId, ...toWire(snapshot()) })
    },
    /** The last event of every reader. */
    finish(done: Event) {
      isDone = true
      append(done)
    },
    /** Everything from the first event on, after `opening`. */
    followFromStart: (opening: readonly LogEvent[]) => follow(opening, 0),
    /** What is there by now as one `snapshot`, then what comes. */
    followFromNow(opening: readonly LogEvent[] = []) {
      if (isDone) return follow(opening, events.length - 1)
      sealed = events.length
      return follow([...opening, { type: 'snapshot', reply_id: replyId, ...toWire(snapshot()) }], events.length)
    },
  }
}

const toWire = ({ text, reasoning, steps, sources }: ReplySnapshot) => ({ text, reasoning, steps: [...steps], sources: [...sources] })

/** A node's step replaces the one it had before. */
export function withStep(steps: readonly ReplyStep[], step: ReplyStep): ReplyStep[] {
  const index = steps.findIndex(({ node_id }) => node_id === step.node_id)
  return index < 0 ? [...steps, step] : steps.with(index, step)
}
