import type { Message, MessageSource, ReplyStep } from '@heddle/contracts/message/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'

/** The received part of a reply. */
export type LiveReply = {
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly ReplyStep[]
  readonly sources: readonly MessageSource[]
}

export const emptyReply: LiveReply = { text: '', reasoning: '', steps: [], sources: [] }

/** Returns the saved part of a reply. */
export const toLiveReply = ({ content, reasoning, steps, sources }: Message): LiveReply => ({ text: content, reasoning, steps, sources })

/** An event of a reply while it is made, in a chat or in a trial. */
export type ReplyProgressEvent = Exclude<ReplyStreamEvent, { type: 'accepted' | 'title' | 'done' }>

/** Returns the reply after one more event of its making. */
export function applyProgress(reply: LiveReply, event: ReplyProgressEvent): LiveReply {
  switch (event.type) {
    case 'delta':
      return { ...reply, text: reply.text + event.text }
    case 'reasoning':
      return { ...reply, reasoning: reply.reasoning + event.text }
    case 'step':
      return { ...reply, steps: setStep(reply.steps, event.step) }
    case 'sources':
      return { ...reply, sources: event.sources }
    case 'snapshot':
      return { text: event.text, reasoning: event.reasoning, steps: event.steps, sources: event.sources }
  }
}

/** Returns the reply after one more event. */
export function applyEvent(reply: LiveReply, event: ReplyStreamEvent): LiveReply {
  switch (event.type) {
    case 'done':
      return toLiveReply(event.message)
    case 'accepted':
      return toLiveReply(event.reply)
    case 'title':
      return reply
    default:
      return applyProgress(reply, event)
  }
}

/**
 * Returns the reply to show when `shown` is on the screen and `received` has arrived. A rejoined stream may be some words behind (the
 * server saves every second): the shown text stays until the stream has caught up.
 */
export function mergeShown(shown: LiveReply, received: LiveReply): LiveReply {
  return {
    text: shown.text.startsWith(received.text) ? shown.text : received.text,
    reasoning: shown.reasoning.startsWith(received.reasoning) ? shown.reasoning : received.reasoning,
    steps: received.steps.length === 0 ? shown.steps : received.steps,
    sources: received.sources.length === 0 ? shown.sources : received.sources,
  }
}

function setStep(steps: readonly ReplyStep[], step: ReplyStep): readonly ReplyStep[] {
  const index = steps.findIndex((known) => known.node_id === step.node_id)
  return index === -1 ? [...steps, step] : steps.with(index, step)
}
