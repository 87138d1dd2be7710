// Searches, sorts and pages the rows of a breakdown: a report has all of them, up to limits.usageBreakdownRows.
import type { UsageBreakdownRow, UsageFigures } from '@heddle/contracts/usage/usage-report'
import type { TablePage } from '#shared/table/table.ts'
import type { SortOrder } from '#shared/table/use-table-state.ts'
import { countFailures, sumTokens } from '../figures.ts'

export const breakdownSorts = ['name', 'requests', 'tokens', 'cost', 'failures'] as const
export type BreakdownSort = (typeof breakdownSorts)[number]

export type NamedRow = UsageBreakdownRow & { readonly id: string; readonly title: string }

const values: Record<Exclude<BreakdownSort, 'name'>, (row: UsageFigures, currency: string | undefined) => number> = {
  requests: ({ requests }) => requests,
  tokens: sumTokens,
  cost: ({ cost }, currency) => Number(cost.find((each) => each.currency === currency)?.amount ?? 0),
  failures: countFailures,
}

/** Amounts of several currencies have no order: that of the most rows is sorted by, as the API does with users. */
function findMainCurrency(rows: readonly UsageFigures[]): string | undefined {
  const byCurrency = Map.groupBy(rows.flatMap(({ cost }) => cost.map(({ currency }) => currency)).toSorted(), (currency) => currency)
  return [...byCurrency].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

type View = {
  readonly keyword: string
  readonly sort: SortOrder<BreakdownSort>
  readonly collator: Intl.Collator
  readonly pageSize: number
  /** How many rows come before the page. */
  readonly pageToken: string | undefined
}

/** Returns the rows of a page, in their order. */
export function pageRows(rows: readonly NamedRow[], { keyword, sort, collator, pageSize, pageToken }: View): TablePage<NamedRow> {
  const wanted = keyword.toLowerCase()
  const found = rows.filter(({ title }) => title.toLowerCase().includes(wanted))
  const { by, direction } = sort
  const currency = findMainCurrency(rows)
  const compare = (a: NamedRow, b: NamedRow) =>
    by === 'name' ? collator.compare(a.title, b.title) : values[by](a, currency) - values[by](b, currency)
  const sorted = found.toSorted((a, b) => (direction === 'asc' ? compare(a, b) : compare(b, a)))
  const start = Number(pageToken ?? 0) || 0
  const end = start + pageSize
  return { rows: sorted.slice(start, end), total: found.length, next_page_token: end < found.length ? String(end) : undefined }
}
