// A stored reply as its reader would have it after each event: by the reducer that reads a live reply.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { MessageStatus, ReplyNotice } from '@heddle/contracts/message/message'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { RunStreamEvent } from '@heddle/contracts/trial/workflow-run'
import { applyEvent, applyProgress, emptyReply, type LiveReply } from '../reply/live-reply.ts'

export type ReplayEvent = { readonly at_ms: number; readonly event: ReplyStreamEvent | RunStreamEvent }

export type ReplayedReply = {
  readonly live: LiveReply
  readonly status: MessageStatus
  readonly notices: readonly ReplyNotice[]
  readonly error: ErrorDetail | null
}

const begun: ReplayedReply = { live: emptyReply, status: 'generating', notices: [], error: null }

function applyReplayEvent(reply: ReplayedReply, event: ReplayEvent['event']): ReplayedReply {
  const { live } = reply
  switch (event.type) {
    // Of a test: neither is shown in the reply.
    case 'run':
    case 'node':
      return reply
    case 'done': {
      const { notices } = 'message' in event ? event.message : event
      const error = event.error ?? null
      return 'message' in event
        ? { live: applyEvent(live, event), status: event.status, notices, error }
        : { live: { ...live, text: event.text }, status: event.outcome, notices, error }
    }
    case 'accepted':
    case 'title':
      return { ...reply, live: applyEvent(live, event) }
    default:
      return { ...reply, live: applyProgress(live, event) }
  }
}

export const replayEvents = (events: readonly ReplayEvent[]): ReplayedReply =>
  events.reduce((reply, { event }) => applyReplayEvent(reply, event), begun)
