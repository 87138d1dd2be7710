// One attempt to run a node: its events, its time-out, and its abandonment when it does not end after an abort.
import type { GraphNode } from '../model/graph/graph.ts'
import type { NodeContext, NodeEvent, NodeType } from '../model/node-type.ts'
import type { WorkflowPorts } from '../model/ports.ts'
import type { NodeResult } from '../model/value.ts'
import { WorkflowError } from '../model/workflow-error.ts'

/** The maximum time that a node may take to end after an abort; then it counts as ended, and its events are ignored. */
const abandonMs = 1_000

/** Without it, each end of a node would create an error with its stack. */
const attemptEnded = new Error('The attempt has ended')

export type NodeAttempt = {
  readonly node: GraphNode
  /** From 1. */
  readonly number: number
  readonly events: AsyncGenerator<NodeEvent, NodeResult>
  /** Whether a part of its output was shown, so that it cannot be retried. */
  hasShown: boolean
  /** Whether its next event is pending or in the inbox. */
  isAwaited: boolean
  /** Whether it may end without an event, so that it has to be read through the inbox. */
  canBeAbandoned: boolean
  readonly abort: (reason: unknown) => void
  /** Stops its timers after its end. */
  readonly end: () => void
}

type AttemptOptions = {
  readonly node: GraphNode
  readonly type: NodeType
  readonly number: number
  /** Milliseconds before it starts. */
  readonly delayMs: number
  readonly context: NodeContext
  readonly ports: WorkflowPorts
  /** Called when it did not end in time after an abort. */
  readonly onAbandon: (attempt: NodeAttempt, reason: unknown) => void
}

/** Starts an attempt; `context.signal` is that of the run. */
export function startAttempt({ node, type, number, delayMs, context, ports, onAbandon }: AttemptOptions): NodeAttempt {
  const aborted = new AbortController()
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, aborted.signal])
  const run = () => type.run(node, { ...context, signal })

  async function* runLater(): AsyncGenerator<NodeEvent, NodeResult> {
    await ports.wait(delayMs, signal)
    return yield* run()
  }

  /** Calls `act` after the time, unless the attempt has ended. */
  function schedule(ms: number, act: () => void) {
    ports.wait(ms, ended.signal).then(act, () => {})
  }

  function abort(reason: unknown) {
    if (aborted.signal.aborted) return
    attempt.canBeAbandoned = true
    aborted.abort(reason)
    schedule(abandonMs, () => onAbandon(attempt, reason))
  }

  const attempt: NodeAttempt = {
    node,
    number,
    events: delayMs > 0 ? runLater() : run(),
    hasShown: false,
    isAwaited: false,
    canBeAbandoned: node.timeout_s !== undefined,
    abort,
    end: () => ended.abort(attemptEnded),
  }
  if (node.timeout_s !== undefined) schedule(delayMs + node.timeout_s * 1_000, () => abort(new WorkflowError('WORKFLOW_NODE_TIMEOUT')))
  return attempt
}
