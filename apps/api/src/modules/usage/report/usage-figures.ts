// Sums of usage as rows by currency, and on the wire.
import type { UsageFigures } from '@heddle/contracts/usage/usage-report'

/** The sums of one key in one currency; those without a price have none. */
export type FigureRow = {
  readonly requests: number
  readonly runs: number
  readonly completed: number
  readonly stopped: number
  readonly failed: number
  readonly interrupted: number
  readonly estimatedRuns: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly unpricedCalls: number
  readonly currency: string | null
  /** A decimal number. */
  readonly cost: string
}

/** SQL: a `FigureRow` of rows of usage_rollup, or of sums of them, that have one currency. */
export const figures = `
  coalesce(sum(runs) FILTER (WHERE flow = 'chat'), 0) AS requests,
  sum(runs) AS runs,
  coalesce(sum(runs) FILTER (WHERE outcome = 'completed'), 0) AS completed,
  coalesce(sum(runs) FILTER (WHERE outcome = 'stopped'), 0) AS stopped,
  coalesce(sum(runs) FILTER (WHERE outcome = 'failed'), 0) AS failed,
  coalesce(sum(runs) FILTER (WHERE outcome = 'interrupted'), 0) AS interrupted,
  sum(estimated_runs) AS "estimatedRuns",
  sum(input_tokens) AS "inputTokens",
  sum(cached_tokens) AS "cachedTokens",
  sum(output_tokens) AS "outputTokens",
  sum(reasoning_tokens) AS "reasoningTokens",
  sum(unpriced_calls) AS "unpricedCalls",
  currency,
  trim_scale(sum(cost))::text AS cost`

/** SQL: the sums of usage_rollup that `figures` takes. Floating point adds faster than `bigint`, and is exact up to 2^53. */
export const sums = [
  ...['runs', 'estimated_runs', 'input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens', 'unpriced_calls'].map(
    (column) => `sum(${column}::float8) AS ${column}`,
  ),
  'sum(cost) AS cost',
].join(', ')

/** Adds up the rows of one key. */
export function presentFigures(rows: readonly FigureRow[]): UsageFigures {
  const add = (read: (row: FigureRow) => number) => rows.reduce((sum, row) => sum + read(row), 0)
  return {
    requests: add(({ requests }) => requests),
    runs: add(({ runs }) => runs),
    outcomes: {
      completed: add(({ completed }) => completed),
      stopped: add(({ stopped }) => stopped),
      failed: add(({ failed }) => failed),
      interrupted: add(({ interrupted }) => interrupted),
    },
    estimated_runs: add(({ estimatedRuns }) => estimatedRuns),
    input_tokens: add(({ inputTokens }) => inputTokens),
    cached_tokens: add(({ cachedTokens }) => cachedTokens),
    output_tokens: add(({ outputTokens }) => outputTokens),
    reasoning_tokens: add(({ reasoningTokens }) => reasoningTokens),
    cost: rows.flatMap(({ currency, cost }) => (currency === null ? [] : [{ currency, amount: cost }])).toSorted(byCurrency),
    unpriced_calls: add(({ unpricedCalls }) => unpricedCalls),
  }
}

const byCurrency = (one: { currency: string }, other: { currency: string }) => (one.currency < other.currency ? -1 : 1)
