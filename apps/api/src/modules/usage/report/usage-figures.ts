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
  coalesce(sum(runs) FILTER (WHERE flow = 'chat'), 0)::float8 AS requests,
  sum(runs)::float8 AS runs,
  coalesce(sum(runs) FILTER (WHERE outcome = 'completed'), 0)::float8 AS completed,
  coalesce(sum(runs) FILTER (WHERE outcome = 'stopped'), 0)::float8 AS stopped,
  coalesce(sum(runs) FILTER (WHERE outcome = 'failed'), 0)::float8 AS failed,
  coalesce(sum(runs) FILTER (WHERE outcome = 'interrupted'), 0)::float8 AS interrupted,
  sum(estimated_runs)::float8 AS "estimatedRuns",
  sum(input_tokens)::float8 AS "inputTokens",
  sum(cached_tokens)::float8 AS "cachedTokens",
  sum(output_tokens)::float8 AS "outputTokens",
  sum(reasoning_tokens)::float8 AS "reasoningTokens",
  sum(unpriced_calls)::float8 AS "unpricedCalls",
  currency,
  trim_scale(sum(cost))::text AS cost`

/** SQL: the sums of usage_rollup that `figures` takes. */
export const sums = `sum(runs) AS runs, sum(estimated_runs) AS estimated_runs, sum(input_tokens) AS input_tokens,
  sum(cached_tokens) AS cached_tokens, sum(output_tokens) AS output_tokens, sum(reasoning_tokens) AS reasoning_tokens,
  sum(unpriced_calls) AS unpriced_calls, sum(cost) AS cost`

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
