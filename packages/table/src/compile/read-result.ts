// Reads the rows of a compiled plan.
import type { CheckedPlan, GroupsPlan, GroupValue, RowsPlan } from '../check/checked-plan.ts'
import { nameAggregate } from '../check/checked-plan.ts'
import { listAggregates } from '../measure/formula.ts'

/** A number with a mark is only a bound; `number` is null for `n.d.`. */
export type ResultCell = string | number | boolean | null | { readonly number: number | null; readonly mark: string }

export type ResultRow = {
  /** Of a row of the table; null for a group. */
  readonly rowId: string | null
  readonly rowNo: number | null
  /** By the columns of the result. */
  readonly cells: readonly ResultCell[]
  /** Of a group, by the columns of the result; null where nothing can be left out. */
  readonly censored: readonly (Censored | null)[]
}

/** Values that an aggregate leaves out, since only a bound of them is known. */
export type Censored = {
  readonly count: number
  /** The value itself when all of them are the same, as `< 0.5`. */
  readonly value: string | null
}

export type QueryResult = {
  readonly rows: readonly ResultRow[]
  /** Rows or groups that match, also those that are not shown. */
  readonly total: number
  readonly shown: number
  /** Whether some are not shown. */
  readonly isCut: boolean
  /** Rows that satisfy the conditions, before they are grouped. */
  readonly matched: number
  /** The same over all groups that match. */
  readonly censored: readonly (Censored | null)[]
}

type DatabaseRow = Readonly<Record<string, unknown>>

export const readResult = (plan: CheckedPlan, rows: readonly DatabaseRow[]): QueryResult =>
  plan.kind === 'rows' ? readRows(plan, rows) : readGroups(plan, rows)

function readRows({ columns }: RowsPlan, rows: readonly DatabaseRow[]): QueryResult {
  const total = Number(rows[0]?.['total'] ?? 0)
  return {
    rows: rows.map((row) => ({
      rowId: String(row['row_id']),
      rowNo: Number(row['row_no']),
      cells: columns.map((_, index) => toCell(row[`o${index}`], row[`o${index}_mark`])),
      censored: columns.map(() => null),
    })),
    total,
    shown: rows.length,
    isCut: total > rows.length,
    matched: total,
    censored: columns.map(() => null),
  }
}

function readGroups(plan: GroupsPlan, rows: readonly DatabaseRow[]): QueryResult {
  const totals = rows[0] ?? {}
  const groups = rows.filter((row) => row['position'] !== null)
  const total = Number(totals['total'] ?? 0)
  return {
    rows: groups.map((row) => ({
      rowId: null,
      rowNo: null,
      cells: plan.outputs.map((output) => readValue(row, output)),
      censored: plan.outputs.map((output) => readCensored(plan, output, { row, prefix: 'a' })),
    })),
    total,
    shown: groups.length,
    isCut: total > groups.length,
    matched: Number(totals['matched'] ?? 0),
    censored: plan.outputs.map((output) => readCensored(plan, output, { row: totals, prefix: 't' })),
  }
}

function readValue(row: DatabaseRow, { type, index }: GroupValue): ResultCell {
  if (type === 'key') return toCell(row[`k${index}`], row[`k${index}_mark`])
  return toCell(row[`${type === 'aggregate' ? 'a' : 'm'}${index}`], null)
}

/** What a measure leaves out is what its aggregates do, each column once. */
function readCensored(plan: GroupsPlan, { type, index }: GroupValue, source: Source): Censored | null {
  if (type === 'aggregate') return readCount(source, index)
  const measure = type === 'measure' ? plan.measures[index] : undefined
  if (!measure) return null
  const names = new Set(listAggregates(measure.formula).map(({ fn, ref }) => nameAggregate(fn, ref)))
  const byColumn = new Map(
    plan.aggregates.flatMap(({ fn, use }, each) => {
      const censored = names.has(nameAggregate(fn, use?.ref ?? null)) ? readCount(source, each) : null
      return use && censored ? [[use.ref, censored] as const] : []
    }),
  )
  if (byColumn.size === 0) return null
  const all = [...byColumn.values()]
  const values = new Set(all.filter(({ count }) => count > 0).map(({ value }) => value))
  const [value = null] = values
  return { count: all.reduce((sum, { count }) => sum + count, 0), value: values.size === 1 ? value : null }
}

/** The counts of a group begin with `a`, those of all groups with `t`. */
type Source = { readonly row: DatabaseRow; readonly prefix: 'a' | 't' }

function readCount({ row, prefix }: Source, index: number): Censored | null {
  const count = row[`${prefix}${index}_n`]
  if (count === undefined || count === null) return null
  const first = row[`${prefix}${index}_first`]
  return { count: Number(count), value: typeof first === 'string' && first === row[`${prefix}${index}_last`] ? first : null }
}

function toCell(value: unknown, mark: unknown): ResultCell {
  if (typeof mark === 'string') return { number: typeof value === 'number' ? value : null, mark }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
