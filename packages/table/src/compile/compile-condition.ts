// SQL of a condition. A missing value satisfies none but `is_null`. A censored value satisfies a comparison only where its bound proves it:
// `<0.5` is below 1 and below 0.5, and is not known to be below 0.4; it equals nothing, and lies between nothing, since it has no lower
// bound. `n.d.` proves nothing; `±` is the plain number.
import type { CheckedCondition, Comparison } from '../check/checked-plan.ts'
import type { ColumnUse } from '../query-table.ts'
import { baseAlias, nameLinkAlias, nameStored, type StoredColumn } from '../typed-table.ts'
import type { Parameters } from './parameters.ts'

export const storedOf = ({ column, link }: ColumnUse): StoredColumn => nameStored(link === null ? baseAlias : nameLinkAlias(link), column)

export const comparisonSigns: Readonly<Record<Comparison, string>> = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' }

/** By comparison and mark, how the bound has to be to the asked value for every value within it to satisfy the comparison. */
const proofs: Readonly<Record<Comparison, Readonly<Record<string, string>>>> = {
  eq: {},
  ne: { '<': '<=', '≤': '<', '>': '>=', '≥': '>' },
  lt: { '<': '<=', '≤': '<' },
  le: { '<': '<=', '≤': '<=' },
  gt: { '>': '>=', '≥': '>' },
  ge: { '>': '>=', '≥': '>=' },
}

/** SQL: whether a number is plain, and not only a bound. */
export const isPlainSql = (mark: string) => `(${mark} IS NULL OR ${mark} = '±')`

/** SQL of conditions that hold together, and of alternatives; empty where nothing is asked. */
export function compileWhere(
  { where, anyOf }: { readonly where: readonly CheckedCondition[]; readonly anyOf: readonly (readonly CheckedCondition[])[] },
  parameters: Parameters,
): string {
  const compileAll = (conditions: readonly CheckedCondition[]) =>
    conditions.map((condition) => compileCondition(condition, parameters)).join(' AND ')
  const alternatives = anyOf.map((conditions) => `(${compileAll(conditions)})`).join(' OR ')
  const all = [...(where.length > 0 ? [compileAll(where)] : []), ...(alternatives === '' ? [] : [`(${alternatives})`])]
  return all.length > 0 ? `WHERE ${all.join(' AND ')}` : ''
}

function compileCondition(condition: CheckedCondition, parameters: Parameters): string {
  const { value, key, mark } = storedOf(condition.use)
  switch (condition.type) {
    case 'missing': {
      const isMissing = mark === null ? `${value} IS NULL` : `(${value} IS NULL AND ${mark} IS NULL)`
      return condition.isMissing ? isMissing : `NOT ${isMissing}`
    }
    // No pattern: what a text of the plan has is compared as it is.
    case 'contains':
      return `strpos(${key}, ${parameters.add(condition.key, 'text')}) > 0`
    case 'texts':
      return compileTexts(key, condition, parameters)
    case 'boolean':
      return `${value} ${comparisonSigns[condition.op]} ${parameters.add(condition.value, 'boolean')}`
    case 'dates':
      return compileDates(value, condition, parameters)
    case 'numbers':
      return compileNumbers({ value, mark: mark ?? 'NULL' }, condition, parameters)
  }
}

type Of<Type extends CheckedCondition['type']> = Extract<CheckedCondition, { type: Type }>

function compileTexts(key: string, { op, values }: Of<'texts'>, parameters: Parameters): string {
  const keys = values.map((each) => each.key)
  if (op === 'in') return `${key} = ANY(${parameters.add(keys, 'text[]')})`
  return `${key} ${comparisonSigns[op]} ${parameters.add(keys[0] ?? '', 'text')}`
}

function compileDates(value: string, { op, values }: Of<'dates'>, parameters: Parameters): string {
  if (op === 'in') return `${value} = ANY(${parameters.add(values, 'date[]')})`
  const [first = '', second = first] = values
  if (op === 'between') return `${value} BETWEEN ${parameters.add(first, 'date')} AND ${parameters.add(second, 'date')}`
  return `${value} ${comparisonSigns[op]} ${parameters.add(first, 'date')}`
}

function compileNumbers(
  { value, mark }: { readonly value: string; readonly mark: string },
  { use, op, values }: Of<'numbers'>,
  parameters: Parameters,
): string {
  // An index on whole numbers is of use for whole numbers only.
  const add = (number: number) =>
    parameters.add(number, use.column.type === 'integer' && Number.isSafeInteger(number) ? 'bigint' : 'double precision')
  const plain = isPlainSql(mark)
  if (op === 'in') return `(${value} = ANY(${parameters.add(values, 'double precision[]')}) AND ${plain})`
  const [first = 0, second = first] = values
  if (op === 'between') return `(${value} BETWEEN ${add(first)} AND ${add(second)} AND ${plain})`
  const asked = add(first)
  const proven = Object.entries(proofs[op]).map(([each, sign]) => `${mark} = '${each}' AND ${value} ${sign} ${asked}`)
  return `(${[`${plain} AND ${value} ${comparisonSigns[op]} ${asked}`, ...proven].join(' OR ')})`
}
