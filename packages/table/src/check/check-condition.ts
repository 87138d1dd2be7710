// Checks one condition: the operator and the value against the type of the column, and its unit.
import type { ColumnType } from '@heddle/contracts/dataset/column'
import type { PlanCondition, PlanOperator } from '@heddle/contracts/dataset/plan'
import { convertComparison } from '@heddle/units/convert'
import type { UnitId } from '@heddle/units/units'
import { z } from 'zod'
import { isNumeric, isText, type ColumnUse } from '../query-table.ts'
import { toTextKey } from '../text-key.ts'
import type { CheckedCondition, Comparison } from './checked-plan.ts'
import { checkColumn, checkUnits, type PlanCheck, refuse } from './shared-checks.ts'

const ofTexts: readonly PlanOperator[] = ['eq', 'ne', 'in', 'contains', 'is_null']
const ofNumbers: readonly PlanOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'is_null']

/** The operators of each type; the JSON schema for the model has them too. */
export const operatorsByType: Readonly<Record<ColumnType, readonly PlanOperator[]>> = {
  text: ofTexts,
  choice: ofTexts,
  number: ofNumbers,
  integer: ofNumbers,
  date: ofNumbers,
  boolean: ['eq', 'ne', 'is_null'],
}

/** PostgreSQL has dates before, and no year 0000. */
const PlanDate = z.iso.date().refine((date) => !date.startsWith('0000'))

type Written = PlanCondition['value']

/** Returns a checked condition; null after an error. */
export function checkCondition(check: PlanCheck, condition: PlanCondition, path: string): CheckedCondition | null {
  const use = checkColumn(check, condition.column, `${path}.column`)
  if (!use) return null
  const { type } = use.column
  const { op, value, unit } = condition
  if (!operatorsByType[type].includes(op)) return refuse(check, `${path}.op`, 'operator_not_for_type', operatorsByType[type])
  if (unit !== undefined && !isNumeric(type)) return refuse(check, `${path}.unit`, 'unit_not_convertible')
  if (op === 'is_null') {
    if (value !== undefined && typeof value !== 'boolean') return refuse(check, `${path}.value`, 'value_not_for_type', ['true', 'false'])
    return { type: 'missing', use, isMissing: value ?? true }
  }
  if (op === 'contains') return checkContains(check, use, value, path)
  if (type === 'boolean') {
    if (typeof value !== 'boolean') return refuse(check, `${path}.value`, 'value_not_for_type', ['true', 'false'])
    return { type: 'boolean', use, op: op === 'ne' ? 'ne' : 'eq', value }
  }
  const values = listValues(check, op, value, path)
  if (!values) return null
  if (isText(type)) return checkTexts(check, { use, op, values, isList: Array.isArray(value), path })
  if (type === 'date') return checkDates(check, { use, op, values, path })
  return checkNumbers(check, { use, op, values, unit, path })
}

function checkContains(check: PlanCheck, use: ColumnUse, value: Written, path: string): CheckedCondition | null {
  if (typeof value !== 'string') return refuse(check, `${path}.value`, 'value_not_for_type')
  const key = toTextKey(value)
  // Every text contains an empty one.
  return key === '' ? refuse(check, `${path}.value`, 'value_empty') : { type: 'contains', use, given: value, key }
}

/** Returns the values of an operator: one, two, or those of a list. */
function listValues(check: PlanCheck, op: PlanOperator, value: Written, path: string): readonly (string | number)[] | null {
  const isList = Array.isArray(value)
  if (value === undefined || typeof value === 'boolean' || isList !== (op === 'in' || op === 'between'))
    return refuse(check, `${path}.value`, 'value_not_for_type')
  if (op === 'between' && isList && value.length !== 2) return refuse(check, `${path}.value`, 'value_not_for_type')
  return isList ? value : [value]
}

type Given = { readonly use: ColumnUse; readonly op: PlanOperator; readonly values: readonly (string | number)[]; readonly path: string }

function checkTexts(check: PlanCheck, { use, op, values, isList, path }: Given & { readonly isList: boolean }): CheckedCondition | null {
  const texts = values.map((value, index) => {
    const given = String(value)
    return { path: isList ? `${path}.value.${index}` : `${path}.value`, given, key: toTextKey(given), taken: null }
  })
  const empty = texts.find(({ key }) => key === '')
  if (empty) return refuse(check, empty.path, 'value_empty')
  return { type: 'texts', use, op: op === 'ne' || op === 'in' ? op : 'eq', values: texts }
}

function checkDates(check: PlanCheck, { use, op, values, path }: Given): CheckedCondition | null {
  const dates = values.filter((value) => PlanDate.safeParse(value).success).map(String)
  if (dates.length < values.length) return refuse(check, `${path}.value`, 'value_not_for_type', ['2026-11-27'])
  if (isReversed(op, dates)) return refuse(check, `${path}.value`, 'range_reversed')
  return { type: 'dates', use, op: toNumberOperator(op), values: dates }
}

function checkNumbers(
  check: PlanCheck,
  { use, op, values, unit, path }: Given & { readonly unit: string | undefined },
): CheckedCondition | null {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length < values.length) return refuse(check, `${path}.value`, 'value_not_for_type')
  if (isReversed(op, numbers)) return refuse(check, `${path}.value`, 'range_reversed')
  const givenOp = toNumberOperator(op)
  const conversion = checkUnits(check, { written: unit, to: use.column.unit }, path)
  if (conversion === undefined) return null
  const given = { op: givenOp, values: numbers, unit: conversion?.from ?? use.column.unit ?? null }
  if (conversion === null) return { type: 'numbers', use, op: givenOp, values: numbers, given }
  const converted = convertNumbers(givenOp, numbers, conversion)
  return converted ? { type: 'numbers', use, ...converted, given } : refuse(check, `${path}.value`, 'value_out_of_range')
}

type NumberOperator = Comparison | 'between' | 'in'

/** Converts a comparison; null when a value has no other in the unit of the column. Between reciprocal units its sides change. */
function convertNumbers(op: NumberOperator, numbers: readonly number[], { from, to }: { readonly from: UnitId; readonly to: UnitId }) {
  const [first = 0, second = first] = numbers
  if (op === 'in') {
    const all = numbers.map((number) => convertComparison({ op: 'eq', value: number }, from, to))
    const values = all.flatMap((each) => ('value' in each && each.value.op === 'eq' ? [each.value.value] : []))
    return values.length === numbers.length ? { op, values } : null
  }
  const converted = convertComparison(op === 'between' ? { op, value: [first, second] } : { op, value: first }, from, to)
  if ('problem' in converted) return null
  const { value } = converted
  return value.op === 'between' ? { op: value.op, values: value.value } : { op: value.op, values: [value.value] }
}

/** Whether the first end of a range is above the second. ISO dates are ordered as texts. */
function isReversed(op: PlanOperator, [first, second]: readonly (string | number)[]): boolean {
  return op === 'between' && first !== undefined && second !== undefined && first > second
}

/** Narrows to the operators of numbers and dates, which `operatorsByType` has let pass. */
function toNumberOperator(op: PlanOperator): NumberOperator {
  if (op === 'contains' || op === 'is_null') throw new Error('Not an operator of numbers')
  return op
}
