// Checks what a plan with groups has beyond conditions: keys, aggregates, measures, conditions on them, and their order.
import { MeasureId } from '@heddle/contracts/dataset/column'
import type { AggregateFunction, PlanHaving, QueryPlan } from '@heddle/contracts/dataset/plan'
import { convert, convertSpread, isReciprocal } from '@heddle/units/convert'
import { listAggregates } from '../measure/formula.ts'
import { parseFormula } from '../measure/parse-formula.ts'
import type { ColumnUse } from '../query-table.ts'
import { type AggregateUse, type CheckedHaving, type GroupsPlan, type GroupValue, type MeasureUse, nameAggregate } from './checked-plan.ts'
import { checkAggregate, checkColumn, checkUnits, type PlanCheck, refuse } from './shared-checks.ts'

/** What the groups have so far; aggregates and measures are added as they are named. */
type Groups = {
  readonly groupBy: readonly ColumnUse[]
  readonly aggregates: AggregateUse[]
  readonly measures: MeasureUse[]
}

export function checkGroups(
  check: PlanCheck,
  written: QueryPlan,
): Pick<GroupsPlan, 'groupBy' | 'aggregates' | 'measures' | 'outputs' | 'having' | 'orderBy'> {
  const refs = written.group_by ?? []
  const groupBy = refs.flatMap((ref, index) => {
    if (refs.indexOf(ref) < index) refuse(check, `group_by.${index}`, 'duplicate')
    return checkColumn(check, ref, `group_by.${index}`) ?? []
  })
  const groups: Groups = { groupBy, aggregates: [], measures: [] }
  const aggregates = (written.aggregates ?? []).map(({ fn, column }, index) => {
    const path = `aggregates.${index}`
    const known = groups.aggregates.length
    const value = addAggregate(check, groups, { fn, ref: column }, path)
    return value && value.index < known ? refuse(check, path, 'duplicate') : value
  })
  const selected = written.select ?? []
  const measures = selected.map((ref, index) => {
    const path = `select.${index}`
    if (selected.indexOf(ref) < index) return refuse(check, path, 'duplicate')
    if (MeasureId.safeParse(ref).success) return addMeasure(check, groups, ref, path)
    if (checkColumn(check, ref, path) && !refs.includes(ref)) refuse(check, path, 'select_not_grouped', refs)
    return null
  })
  const keys = groupBy.map((_, index): GroupValue => ({ type: 'key', index }))
  const having = (written.having ?? []).map((condition, index) => checkHaving(check, groups, condition, `having.${index}`))
  const orderBy = (written.order_by ?? []).map(({ fn, column, direction }, index) => {
    const of = findValue(check, groups, { fn, ref: column }, `order_by.${index}`)
    return of && { of, isDescending: direction === 'desc' }
  })
  return {
    ...groups,
    outputs: [...keys, ...measures, ...aggregates].filter((output) => output !== null),
    having: having.filter((condition) => condition !== null),
    orderBy: orderBy.filter((order) => order !== null),
  }
}

type Named = { readonly fn: AggregateFunction | undefined; readonly ref: string | undefined }

/** Returns the value of the groups that an order or a condition names. */
function findValue(check: PlanCheck, groups: Groups, { fn, ref }: Named, path: string): GroupValue | null {
  if (fn !== undefined) return addAggregate(check, groups, { fn, ref }, path)
  if (ref === undefined) return refuse(check, path, 'column_missing')
  if (MeasureId.safeParse(ref).success) return addMeasure(check, groups, ref, `${path}.column`)
  if (!checkColumn(check, ref, `${path}.column`)) return null
  const index = groups.groupBy.findIndex((use) => use.ref === ref)
  return index === -1 ? refuse(check, `${path}.column`, 'order_not_grouped') : { type: 'key', index }
}

function addAggregate(
  check: PlanCheck,
  { aggregates }: Groups,
  { fn, ref }: { readonly fn: AggregateFunction; readonly ref: string | undefined },
  path: string,
): GroupValue | null {
  const use = checkAggregate(check, { fn, ref }, path)
  if (use === undefined) return null
  const name = nameAggregate(fn, ref ?? null)
  const known = aggregates.findIndex((each) => nameAggregate(each.fn, each.use?.ref ?? null) === name)
  return { type: 'aggregate', index: known === -1 ? aggregates.push({ fn, use }) - 1 : known }
}

function addMeasure(check: PlanCheck, groups: Groups, id: string, path: string): GroupValue | null {
  const known = groups.measures.findIndex(({ measure }) => measure.id === id)
  if (known !== -1) return { type: 'measure', index: known }
  const measure = check.table.measures.find((each) => each.id === id)
  if (!measure) return refuse(check, path, 'unknown_measure')
  const parsed = parseFormula(measure.formula)
  if (!parsed.ok) return refuse(check, path, 'formula_invalid')
  // A formula is the dataset's, not the plan's: what is wrong in it is told at the measure as a whole.
  const inner: PlanCheck = { ...check, errors: [] }
  for (const { fn, ref } of listAggregates(parsed.formula)) addNumber(inner, groups, { fn, ref: ref ?? undefined })
  if (inner.errors.length > 0) return refuse(check, path, 'formula_invalid')
  return { type: 'measure', index: groups.measures.push({ measure, formula: parsed.formula }) - 1 }
}

/** Adds an aggregate of a formula, which calculates with numbers only. */
function addNumber(check: PlanCheck, groups: Groups, named: { readonly fn: AggregateFunction; readonly ref: string | undefined }) {
  const value = addAggregate(check, groups, named, '')
  if (value && !isNumber(groups.aggregates[value.index])) refuse(check, '', 'function_not_for_type')
}

const isNumber = (aggregate: AggregateUse | undefined) => !(aggregate?.use?.column.type === 'date' && /^(?:min|max)$/.test(aggregate.fn))

function checkHaving(check: PlanCheck, groups: Groups, written: PlanHaving, path: string): CheckedHaving | null {
  const { fn, column: ref, op, value, unit } = written
  const of = findValue(check, groups, { fn, ref }, path)
  if (!of) return null
  if (of.type === 'key') return refuse(check, `${path}.column`, 'having_without_groups')
  const aggregate = of.type === 'aggregate' ? groups.aggregates[of.index] : undefined
  if (aggregate && !isNumber(aggregate)) return refuse(check, `${path}.fn`, 'function_not_for_type')
  const numbers = typeof value === 'number' ? [value] : value
  const [first = 0, second = first] = numbers
  if ((op === 'between') !== (typeof value !== 'number')) return refuse(check, `${path}.value`, 'value_not_for_type')
  if (second < first) return refuse(check, `${path}.value`, 'range_reversed')
  const to = aggregate ? findAggregateUnit(aggregate) : groups.measures[of.index]?.measure.unit
  const conversion = checkUnits(check, { written: unit, to }, path)
  if (conversion === undefined) return null
  const given = { op, values: numbers, unit: conversion?.from ?? to ?? null }
  if (conversion === null) return { of, op, values: numbers, given }
  // The mean of reciprocals is no reciprocal of the mean, and their lowest is the highest: what is asked for is not in the table.
  if (isReciprocal(conversion.from, conversion.to)) return refuse(check, `${path}.unit`, 'unit_not_convertible')
  // A deviation is a difference: one of 1 K is one of 1 °C.
  const converted = numbers.map((number) =>
    aggregate?.fn === 'stddev' ? convertSpread(number, 0, conversion.from, conversion.to) : convert(number, conversion.from, conversion.to),
  )
  const values = converted.flatMap((each) => ('value' in each ? [each.value] : []))
  return values.length === numbers.length ? { of, op, values, given } : refuse(check, `${path}.value`, 'value_out_of_range')
}

/** Returns the unit of an aggregate: a count has none, a coefficient of variation is in percent. */
export function findAggregateUnit({ fn, use }: AggregateUse): string | undefined {
  if (fn === 'count' || fn === 'count_distinct') return undefined
  return fn === 'cv' ? '%' : use?.column.unit
}
