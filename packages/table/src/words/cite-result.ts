// Makes of a result what a reply keeps of it when it cites its rows.
import type { CitedCell, CitedColumn, CitedRows } from '@heddle/contracts/message/cited-rows'
import { isUnitId, units } from '@heddle/units/units'
import { findAggregateUnit } from '../check/check-groups.ts'
import type { CheckedPlan, GroupsPlan, GroupValue } from '../check/checked-plan.ts'
import type { QueryResult, ResultCell } from '../compile/read-result.ts'
import { type ColumnUse, isNumeric } from '../query-table.ts'
import { nameColumn, nameValue, type Writer } from './plan-in-words.ts'

type CitedResult = Omit<CitedRows, 'dataset_ids' | 'version'>

/** Returns the columns of a result with their units, its rows, and what it says of them. */
export const citeResult = (plan: CheckedPlan, result: QueryResult, writer: Writer): CitedResult => ({
  columns:
    plan.kind === 'rows'
      ? plan.columns.map((use) => citeColumn(use, writer))
      : plan.outputs.map((_, at) => citeValue(plan, at, result, writer)),
  rows: result.rows.map(({ rowId, cells }) => ({ id: rowId, cells: cells.map(citeCell) })),
  total: result.total,
  matched: result.matched,
  is_cut: result.isCut,
})

const citeColumn = (use: ColumnUse, writer: Writer): CitedColumn => ({
  name: nameColumn(use, writer),
  ...readUnit(use.column.unit),
  decimals: use.column.decimals ?? null,
  conversion: isNumeric(use.column.type) ? 'values' : 'none',
  is_key: false,
  omitted: 0,
})

function citeValue(plan: GroupsPlan, at: number, { censored }: QueryResult, writer: Writer): CitedColumn {
  const output = plan.outputs[at] ?? { type: 'key', index: 0 }
  const key = output.type === 'key' ? plan.groupBy[output.index] : undefined
  if (key) return { ...citeColumn(key, writer), is_key: true }
  const { unit, decimals, conversion } = readComputed(plan, output)
  return {
    name: nameValue(plan, output, writer),
    ...readUnit(unit),
    decimals: decimals ?? null,
    conversion,
    is_key: false,
    omitted: censored[at]?.count ?? 0,
  }
}

type Computed = { readonly unit: string | undefined; readonly decimals: number | undefined; readonly conversion: CitedColumn['conversion'] }

function readComputed(plan: GroupsPlan, { type, index }: GroupValue): Computed {
  const measure = plan.measures[index]?.measure
  if (type === 'measure' && measure) return { unit: measure.unit, decimals: measure.decimals, conversion: convertSum(measure.unit) }
  const { fn, use } = plan.aggregates[index] ?? { fn: 'count' as const, use: null }
  const unit = findAggregateUnit({ fn, use })
  switch (fn) {
    case 'count':
    case 'count_distinct':
    case 'cv':
      return { unit, decimals: undefined, conversion: 'none' }
    case 'stddev':
      return { unit, decimals: undefined, conversion: 'difference' }
    case 'sum':
      return { unit, decimals: use?.column.decimals, conversion: convertSum(unit) }
    case 'min':
    case 'max':
      return { unit, decimals: use?.column.decimals, conversion: 'linear' }
    default:
      // Of more digits than what it is computed of.
      return { unit, decimals: undefined, conversion: 'linear' }
  }
}

/** What adds values adds the zeros of a scale of temperature as often, which it does not tell. */
const convertSum = (unit: string | undefined) =>
  unit !== undefined && isUnitId(unit) && units[unit].quantity === 'temperature' ? 'none' : 'difference'

const readUnit = (unit: string | undefined) => ({ unit: unit !== undefined && isUnitId(unit) ? unit : null })

const citeCell = (cell: ResultCell): CitedCell => (typeof cell === 'object' && cell !== null ? { ...cell } : cell)
