// A run with all that belongs to it: executed, counted and traced, and recorded as usage.
import type { Attributes } from '@opentelemetry/api'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Pool, PoolClient } from 'pg'
import { recordUsage } from '../usage/usage.service.ts'
import type { UsageRecord } from '../usage/usage.sql.ts'
import { executeRun } from './execute-run.ts'
import { observeRun } from './observe/observe-run.ts'
import { brokenOutcome, type RunInput, type RunEnding, type RunSink } from './run.ts'

type UnobservedRun = { readonly input: RunInput; readonly sink: RunSink; readonly ports: WorkflowPorts }

type PerformedRun = UnobservedRun & {
  readonly flow: 'chat' | 'test'
  /** Of the span. */
  readonly attributes: Attributes
  readonly metrics: Metrics
}

/** Performs a run to its end. Never throws: what breaks in our own code is the outcome of the run. */
export const performUnobserved = ({ input, sink, ports }: UnobservedRun, signal: AbortSignal): Promise<RunEnding> =>
  executeRun(input, sink, ports, signal).catch((failure: unknown) => brokenOutcome(input, failure))

/** Performs a run to its end, which is counted and traced as a reply is. Never throws either. */
export const performRun = ({ flow, input, sink, ports, attributes, metrics }: PerformedRun, signal: AbortSignal): Promise<RunEnding> =>
  observeRun({ metrics, flow, attributes }, { sink, ports }, (watchedSink, watchedPorts) =>
    performUnobserved({ input, sink: watchedSink, ports: watchedPorts }, signal),
  )

/** The user whom a run is counted for, and what it is counted as. */
export type RunOwner = Pick<
  UsageRecord,
  'runId' | 'flow' | 'isQuestion' | 'tenantId' | 'userId' | 'groupIds' | 'assistantId' | 'workflowVersionId' | 'chatId' | 'messageId'
>

/** Records what a run has used, whatever came of it, in the transaction of `queryable` if it has one. */
export const recordRun = (queryable: Pool | PoolClient, owner: RunOwner, { status, error, ...outcome }: RunEnding): Promise<void> =>
  recordUsage(queryable, { ...owner, ...outcome, outcome: status, failure: error })
