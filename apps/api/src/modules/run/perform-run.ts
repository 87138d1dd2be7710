// A run with all that belongs to it: executed, counted and traced, and told as usage.
import type { Attributes } from '@opentelemetry/api'
import type { WorkflowPorts } from '@heddle/workflow/ports'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { UsageRecord } from '../usage/usage.sql.ts'
import { executeRun } from './execute-run.ts'
import { observeRun } from './observe/observe-run.ts'
import { brokenOutcome, type RunInput, type RunOutcome, type RunSink } from './run.ts'

type PerformedRun = {
  readonly flow: 'chat' | 'test'
  readonly input: RunInput
  readonly sink: RunSink
  readonly ports: WorkflowPorts
  /** Of the span. */
  readonly attributes: Attributes
  readonly metrics: Metrics
}

/** Performs a run to its end. Never throws: what breaks in our own code is the outcome of the run. */
export const performRun = ({ flow, input, sink, ports, attributes, metrics }: PerformedRun, signal: AbortSignal): Promise<RunOutcome> =>
  observeRun({ metrics, flow, attributes }, { sink, ports }, (watchedSink, watchedPorts) =>
    executeRun(input, watchedSink, watchedPorts, signal).catch((failure: unknown) => brokenOutcome(input, failure)),
  )

/** Returns what the usage record of a run says of its outcome. */
export const toRecordedOutcome = ({
  status,
  error,
  modelName,
  usage,
  firstTokenMs,
  latencyMs,
  calls,
}: RunOutcome): Pick<UsageRecord, 'outcome' | 'failure' | 'modelName' | 'usage' | 'firstTokenMs' | 'latencyMs' | 'calls'> => ({
  outcome: status,
  failure: error,
  modelName,
  usage,
  firstTokenMs,
  latencyMs,
  calls,
})
