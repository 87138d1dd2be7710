// What the parts of the check share: the table, and the errors so far.
import type { ColumnType } from '@heddle/contracts/dataset/column'
import { AggregateFunction } from '@heddle/contracts/dataset/plan'
import { parseUnit } from '@heddle/units/parse-unit'
import { isUnitId, type UnitId, unitIds, units } from '@heddle/units/units'
import type { PlanErrorCode } from '@heddle/contracts/dataset/plan'
import type { PlanError } from '../plan-error.ts'
import { type ColumnUse, findColumn, isNumeric, type QueryTable } from '../query-table.ts'

export type PlanCheck = {
  readonly table: QueryTable
  readonly errors: PlanError[]
}

/** Records an error; the caller goes on without the part that has it. */
export function refuse(check: PlanCheck, path: string, code: PlanErrorCode, allowed?: readonly string[]): null {
  check.errors.push(allowed ? { path, code, allowed } : { path, code })
  return null
}

export const checkColumn = (check: PlanCheck, ref: string, path: string): ColumnUse | null =>
  findColumn(check.table, ref) ?? refuse(check, path, 'unknown_column')

const ofAnyType: readonly AggregateFunction[] = ['count', 'count_distinct']
const ofDates: readonly AggregateFunction[] = [...ofAnyType, 'min', 'max']

/** Returns the functions over columns of a type. */
export function listFunctions(type: ColumnType): readonly AggregateFunction[] {
  if (isNumeric(type)) return AggregateFunction.options
  return type === 'date' ? ofDates : ofAnyType
}

/** Returns the column of an aggregate; undefined after an error, and null for the rows themselves. */
export function checkAggregate(
  check: PlanCheck,
  { fn, ref }: { readonly fn: AggregateFunction; readonly ref: string | undefined },
  path: string,
): ColumnUse | null | undefined {
  if (ref === undefined) {
    if (fn === 'count') return null
    refuse(check, path, 'column_missing')
    return undefined
  }
  const use = checkColumn(check, ref, `${path}.column`)
  if (!use) return undefined
  const allowed = listFunctions(use.column.type)
  if (allowed.includes(fn)) return use
  refuse(check, `${path}.fn`, 'function_not_for_type', allowed)
  return undefined
}

type Conversion = { readonly from: UnitId; readonly to: UnitId }

/**
 * Returns the units between which the values of a plan have to be converted; null where they are in the right one, undefined after an
 * error. A unit is an id, or what reports write.
 */
export function checkUnits(
  check: PlanCheck,
  { written, to }: { readonly written: string | undefined; readonly to: string | undefined },
  path: string,
): Conversion | null | undefined {
  if (written === undefined) return null
  const parsed = isUnitId(written) ? { unit: written } : parseUnit(written)
  const from = 'unit' in parsed ? parsed.unit : null
  if (from !== null && from === to) return null
  if (from !== null && to !== undefined && isUnitId(to) && units[from].quantity === units[to].quantity) return { from, to }
  refuse(check, `${path}.unit`, 'unit_not_convertible', listConvertible(to))
  return undefined
}

/** Returns the ids of the units that a value can be converted from into a unit, itself included. */
export const listConvertible = (to: string | undefined): UnitId[] =>
  to !== undefined && isUnitId(to) ? unitIds.filter((id) => units[id].quantity === units[to].quantity) : []
