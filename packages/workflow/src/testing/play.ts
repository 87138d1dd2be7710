// Runs a graph with a virtual clock and a scripted model, and returns the outcome.
import type { WorkflowEvent } from '../model/events.ts'
import type { Graph } from '../model/graph/graph.ts'
import type { WorkflowInput } from '../model/node-type.ts'
import type { ModelEvent, ModelRequest, OptionalPorts, WorkflowPorts } from '../model/ports.ts'
import type { SingleNode } from '../engine/node-lifecycle.ts'
import { runWorkflow } from '../engine/run.ts'
import { describeModelsOf } from './describe-model.ts'
import { createTestNodeTypes } from './test-nodes.ts'
import { createVirtualTime } from './virtual-time.ts'
import { plainInput } from './input.ts'

/** Returns the model's events for the node whose question is `id`; `call` counts from 1. */
export type Script = (id: string, call: number, wait: (ms: number) => Promise<void>) => AsyncIterable<ModelEvent>

export type PlayOptions = {
  readonly script?: Script
  readonly changes?: Partial<WorkflowInput>
  readonly addsFileStep?: boolean
  readonly isTraced?: boolean
  readonly only?: SingleNode
  readonly ports?: OptionalPorts
  readonly signal?: AbortSignal
  /** Called with every event before the next is read. */
  readonly onEvent?: (event: WorkflowEvent, now: number) => void
}

async function* answerId(id: string): AsyncGenerator<ModelEvent> {
  yield { type: 'text', text: id }
}

export async function play(graph: Graph, options: PlayOptions = {}) {
  const {
    script = answerId,
    changes = {},
    addsFileStep = false,
    isTraced = false,
    only,
    signal = new AbortController().signal,
    onEvent,
  } = options
  const time = createVirtualTime()
  const calls: string[] = []
  let callsAfterAbort = 0
  const ports: WorkflowPorts = {
    ...options.ports,
    ...time,
    countTokens: ({ length }) => length,
    splitPassages: (text) => [text],
    extractFeatures: () => new Set(),
    checkLanguage: () => 'matches',
    yieldToEventLoop: () => Promise.resolve(),
    model: {
      describe: describeModelsOf({ ...plainInput, ...changes }),
      async *generate({ messages }: ModelRequest, callSignal) {
        const id = messages.findLast(({ role }) => role === 'user')?.content ?? ''
        calls.push(id)
        if (signal.aborted) callsAfterAbort += 1
        yield* script(id, calls.filter((each) => each === id).length, (ms) => time.wait(ms, callSignal))
      },
    },
  }
  const events: WorkflowEvent[] = []
  let error: unknown
  try {
    const input = { ...plainInput, ...changes }
    const run = runWorkflow({
      graph,
      input,
      ports,
      signal,
      addsFileStep,
      isTraced,
      nodeTypes: createTestNodeTypes(),
      ...(only && { only }),
    })
    for await (const event of run) {
      events.push(event)
      onEvent?.(event, time.now())
    }
  } catch (thrown) {
    error = thrown
  }
  const filterByType = <Type extends WorkflowEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<WorkflowEvent, { type: Type }> => event.type === type)
  return {
    events,
    error,
    calls,
    callsAfterAbort,
    ms: time.now(),
    reply: events.reduce((text, event) => (event.type === 'restart' ? '' : event.type === 'delta' ? text + event.text : text), ''),
    deltas: filterByType('delta').map(({ text }) => text),
    thoughts: filterByType('reasoning').map(({ text }) => text),
    steps: filterByType('step').map(({ step }) => `${step.node_id} ${step.status}`),
    usages: filterByType('usage').map(({ nodeId }) => nodeId),
    outcomes: Object.fromEntries(filterByType('outcome').map(({ nodeId, outcome }) => [nodeId, outcome])),
    traces: filterByType('trace').map(({ trace }) => trace),
  }
}
