// What a test run has come to, and the events that tell it.
import type { RunStreamEvent, RunTrace } from '@heddle/contracts/trial/workflow-run'
import type { NodeTrace } from '@heddle/workflow/model/events'
import type { NodeOutput } from '@heddle/workflow/model/value'
import { toErrorCode } from '../../platform/errors/error-detail.ts'
import type { RunSink } from '../run/run.ts'
import type { createEventLog } from '../run/event-log.ts'
import { computeCost, type ModelPrices } from './run-cost.ts'

export type TestEventLog = ReturnType<typeof createEventLog<RunStreamEvent>>

const ignore = () => {}

/** Without prices the run is not traced. */
export function createTestSink(log: TestEventLog, prices: ModelPrices | null) {
  const trace: RunTrace[] = []
  const values = new Map<string, NodeOutput>()

  const addTrace = (known: ModelPrices): NonNullable<RunSink['addTrace']> =>
    function add(event, calls) {
      const node = toRunTrace(event.trace, computeCost(calls, known))
      if (event.output) values.set(node.node_id, event.output)
      trace.push(node)
      log.add({ type: 'node', trace: node })
    }

  const sink: RunSink = {
    snapshot: log.snapshot,
    addText: (piece) => log.addText(piece),
    addReasoning: (piece) => log.addReasoning(piece),
    addStep: (step) => log.addStep(step),
    addSources(cited) {
      const known = log.snapshot().sources
      const added = cited.filter(({ number }) => known.every((source) => source.number !== number))
      if (added.length > 0) log.addSources(added)
    },
    restart: () => log.restart(),
    // A test is not continued, and its usage is counted by its own process alone.
    addPrompt: ignore,
    addOutcome: ignore,
    ...(prices && { addTrace: addTrace(prices) }),
  }

  return { sink, trace, values: (): Readonly<Record<string, NodeOutput>> => Object.fromEntries(values) }
}

const toRunTrace = (trace: NodeTrace, cost: Extract<RunTrace, { status: 'finished' | 'failed' }>['cost']): RunTrace =>
  'output' in trace ? { ...trace, cost, error: trace.error === null ? null : toErrorCode(trace.error) } : trace
