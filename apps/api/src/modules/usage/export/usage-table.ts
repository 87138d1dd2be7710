// The tables of an export: columns and rows of figures.
import type { Language } from '@heddle/contracts/languages'
import type { UsageFigures } from '@heddle/contracts/usage/usage-report'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import type { TableRecord } from '../../../platform/http/table/table-download.ts'
import type { UsageEventRow } from './usage-events.sql.ts'

const costColumn = (currency: string) => `cost_${currency}`

/** The columns of the costs, in the currencies that there are. */
export const listCostColumns = (currencies: readonly string[]): string[] => currencies.map(costColumn)

export const figureColumns = [
  'requests',
  'runs',
  'completed',
  'stopped',
  'failed',
  'interrupted',
  'estimated_runs',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'unpriced_calls',
] as const

const writeCosts = (costs: readonly { readonly currency: string; readonly amount: string }[]): TableRecord =>
  Object.fromEntries(costs.map(({ currency, amount }) => [costColumn(currency), Number(amount)]))

export const toFigureRecord = ({ outcomes, cost, ...counts }: UsageFigures): TableRecord => ({
  ...counts,
  ...outcomes,
  ...writeCosts(cost),
})

/** In the reader's language where there is one; null without a name. */
export function writeName(name: unknown, language: Language): string | null {
  if (name === null) return null
  const text = presentText(name)
  return text[language] ?? text.default
}

export const eventColumns = [
  'time',
  'user_id',
  'user',
  'group_ids',
  'assistant_id',
  'assistant',
  'model',
  'flow',
  'outcome',
  'error_code',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'estimated',
  'server_calls',
  'first_token_ms',
  'latency_ms',
] as const

export const toEventRecord = (row: UsageEventRow, language: Language): TableRecord => ({
  time: presentTime(row.createdAt),
  user_id: row.userId,
  user: writeName(row.userName, language),
  group_ids: row.groupIds.join(' '),
  assistant_id: row.assistantId,
  assistant: writeName(row.assistantName, language),
  model: row.modelName,
  flow: row.flow,
  outcome: row.outcome,
  error_code: row.errorCode,
  input_tokens: row.inputTokens,
  cached_tokens: row.cachedTokens,
  output_tokens: row.outputTokens,
  reasoning_tokens: row.reasoningTokens,
  estimated: row.estimated ? 'yes' : 'no',
  server_calls: row.serverCalls,
  first_token_ms: row.firstTokenMs,
  latency_ms: row.latencyMs,
  ...writeCosts(Object.entries(row.cost ?? {}).map(([currency, amount]) => ({ currency, amount }))),
})
