// The events of a run that has ended, made again of what is stored of it: an event is not kept once its reader has it. Their order is that
// of a live reply. Only the times of the first token and of the end are known; the nodes are placed one after the other by their
// durations, and the text evenly between its first token and the end.
import type { Message, MessageSource } from '@heddle/contracts/message/message'
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { RunDoneEvent, RunStreamEvent, RunTrace } from '@heddle/contracts/trial/workflow-run'

export type Timed<Event> = { readonly at_ms: number; readonly event: Event }

/** `answering` is the model call that made the text; null where none is known. */
type Course = {
  readonly ms: number
  readonly firstTokenMs: number | null
  readonly answering: { readonly nodeId: string; readonly firstTokenMs: number } | null
}

type SpokenEvent = Extract<ReplyStreamEvent, { type: 'reasoning' | 'delta' | 'sources' }>

const minPiece = 16
const maxPieces = 400

/** Cuts a text into pieces as long as a few tokens, of a long one longer: never between the halves of a surrogate pair. */
function splitText(text: string): string[] {
  const size = Math.max(minPiece, Math.ceil(text.length / maxPieces))
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = start + size
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    pieces.push(text.slice(start, isHalf ? end + 1 : end))
    start += pieces.at(-1)?.length ?? size
  }
  return pieces
}

/** Cuts a text into events that are evenly between two times. */
function spread(type: 'reasoning' | 'delta', text: string, from: number, to: number): Timed<SpokenEvent>[] {
  const pieces = splitText(text)
  return pieces.map((piece, index) => ({ at_ms: Math.round(from + ((to - from) * index) / pieces.length), event: { type, text: piece } }))
}

type Spoken = { readonly reasoning: string; readonly text: string; readonly sources: readonly MessageSource[] }

/** The reasoning, the sources and the text, from the first token to the end. `startMs` are the times at which the nodes began. */
function speak({ reasoning, text, sources }: Spoken, { ms, firstTokenMs, answering }: Course, startMs: ReadonlyMap<string, number>) {
  const first = Math.min(firstTokenMs ?? 0, ms)
  const answered = answering ? (startMs.get(answering.nodeId) ?? 0) + answering.firstTokenMs : first
  const spoken = Math.min(Math.max(first, answered), ms)
  const total = reasoning.length + text.length
  const thought = total === 0 ? ms : spoken + ((ms - spoken) * reasoning.length) / total
  // A live reply announces each source before the first word that cites it; which that was is no longer known.
  const cited: Timed<SpokenEvent>[] =
    sources.length === 0 ? [] : [{ at_ms: Math.round(thought), event: { type: 'sources', sources: [...sources] } }]
  return [...spread('reasoning', reasoning, first, thought), ...cited, ...spread('delta', text, thought, ms)]
}

/** The events in the order of their times, those of one moment in the order given, and `done` last. */
const order = <Event>(events: readonly Timed<Event>[], ms: number, done: Event): Timed<Event>[] => {
  const bounded = events.map(({ at_ms: at, event }) => ({ at_ms: Math.min(at, ms), event }))
  return [...bounded.toSorted((a, b) => a.at_ms - b.at_ms), { at_ms: ms, event: done }]
}

type EndedReply = Course & {
  readonly question: Message
  /** What the run found in the reply that it continued, in UTF-16 units. */
  readonly contentStart: number
  readonly reasoningStart: number
  readonly conversationId: string
  readonly done: ReplyDoneEvent
}

export function buildReplyEvents({ question, contentStart, reasoningStart, conversationId, done, ...course }: EndedReply) {
  const { error: _, ...reply } = done.message
  const { content, reasoning, steps, sources } = reply
  const begun: Message = {
    ...reply,
    status: 'generating',
    content: content.slice(0, contentStart),
    reasoning: reasoning.slice(0, reasoningStart),
    steps: [],
    sources: [],
    notices: [],
  }
  let elapsed = 0
  const startMs = new Map<string, number>()
  const worked = steps.flatMap((step): Timed<ReplyStreamEvent>[] => {
    const { ms, fallback: _fallback, ...started } = step
    startMs.set(step.node_id, elapsed)
    const beginning = { at_ms: elapsed, event: { type: 'step', step: { ...started, status: 'started' } } } as const
    if (step.status === 'started') return [beginning]
    elapsed += ms ?? 0
    return [beginning, { at_ms: elapsed, event: { type: 'step', step } }]
  })
  const accepted = {
    type: 'accepted',
    user_message: question,
    reply: begun,
    version: done.version,
    conversation_id: conversationId,
  } as const
  const said = { reasoning: reasoning.slice(reasoningStart), text: content.slice(contentStart), sources }
  return order<ReplyStreamEvent>([{ at_ms: 0, event: accepted }, ...worked, ...speak(said, course, startMs)], course.ms, done)
}

type EndedTest = Pick<Course, 'answering'> & {
  readonly sources: readonly MessageSource[]
  readonly trace: readonly RunTrace[]
  readonly done: RunDoneEvent
}

export function buildTestEvents({ sources, trace, done, answering }: EndedTest) {
  const { ms, first_token_ms: firstTokenMs, text, run_id: runId } = done
  let elapsed = 0
  const startMs = new Map<string, number>()
  const traced = trace.map((part): Timed<RunStreamEvent> => {
    if (part.status === 'started') startMs.set(part.node_id, elapsed)
    if ('ms' in part) elapsed += part.ms
    return { at_ms: elapsed, event: { type: 'node', trace: part } }
  })
  const begun: Timed<RunStreamEvent> = { at_ms: 0, event: { type: 'run', run_id: runId } }
  const spoken = speak({ reasoning: '', text, sources }, { ms, firstTokenMs, answering }, startMs)
  return order<RunStreamEvent>([begun, ...traced, ...spoken], ms, done)
}
