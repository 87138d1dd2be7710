// What a use of a model leaves behind: one event a run, whatever happened to it, and its place in the limits.
import type { ModelUsage } from '@heddle/workflow/model/ports'
import type { Pool, PoolClient } from 'pg'
import { insertUsageEvent, type UsageRecord } from './usage.sql.ts'

export type { UsageCall } from './usage.sql.ts'

export const noUsage: ModelUsage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false }

/** The sum of a run's model calls: estimated as soon as one of them is. */
export const addUsage = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  estimated: one.estimated || other.estimated,
})

/** A reply, also that of a test or an evaluation, counts as a request; one that failed before the model said or read anything is given back. */
const toRequestCount = ({ flow, isQuestion, outcome, usage }: UsageRecord) =>
  (flow === 'chat' || flow === 'eval' || isQuestion) &&
  (outcome === 'completed' || outcome === 'stopped' || usage.inputTokens + usage.outputTokens > 0)
    ? 1
    : 0

/** Records a run and settles it with the limits, in the transaction of `queryable` if it has one. */
export const recordUsage = (queryable: Pool | PoolClient, record: UsageRecord): Promise<void> =>
  insertUsageEvent(queryable, record, toRequestCount(record))
