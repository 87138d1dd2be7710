// SQL of aggregates and of formulas over them. Counts have censored values; all that calculates leaves them out, and counts how many.
import type { AggregateFunction } from '@heddle/contracts/dataset/plan'
import { type AggregateUse, nameAggregate } from '../check/checked-plan.ts'
import type { Formula } from '../measure/formula.ts'
import { censoredMarks } from '../typed-table.ts'
import { isPlainSql, storedOf } from './compile-condition.ts'
import type { Parameters } from './parameters.ts'

export type AggregateSql = {
  /** A double precision, or of dates a text. */
  readonly value: string
  /** How many values it leaves out, and the lowest and highest of these as they are written; null where it leaves out none. */
  readonly censored: { readonly count: string; readonly first: string; readonly last: string } | null
}

const isCounting = (fn: AggregateFunction) => fn === 'count' || fn === 'count_distinct'

export function compileAggregate({ fn, use }: AggregateUse): AggregateSql {
  if (use === null) return { value: 'count(*)::double precision', censored: null }
  const { value, key, mark } = storedOf(use)
  if (mark === null) {
    if (fn === 'count') return { value: `count(${value})::double precision`, censored: null }
    if (fn === 'count_distinct') return { value: `count(DISTINCT ${key})::double precision`, censored: null }
    return { value: `to_char(${fn === 'min' ? 'min' : 'max'}(${value}), 'YYYY-MM-DD')`, censored: null }
  }
  const plain = `FILTER (WHERE ${isPlainSql(mark)})`
  const isCensored = `FILTER (WHERE ${mark} IN (${censoredMarks.map((each) => `'${each}'`).join(', ')}))`
  const written = `${mark} || coalesce(' ' || ${value}::text, '')`
  return {
    value: compileNumbers(fn, { value, mark, written, plain, isCensored }),
    censored: isCounting(fn)
      ? null
      : {
          count: `count(*) ${isCensored}`,
          first: `min((${written}) COLLATE "C") ${isCensored}`,
          last: `max((${written}) COLLATE "C") ${isCensored}`,
        },
  }
}

type NumberSql = Readonly<Record<'value' | 'mark' | 'written' | 'plain' | 'isCensored', string>>

function compileNumbers(fn: AggregateFunction, { value, mark, written, plain, isCensored }: NumberSql): string {
  const number = `${value}::double precision`
  const percentile = (share: number) => `percentile_cont(${share}) WITHIN GROUP (ORDER BY ${number}) ${plain}`
  switch (fn) {
    case 'count':
      return `count(*) FILTER (WHERE ${value} IS NOT NULL OR ${mark} IS NOT NULL)::double precision`
    // `<0.5` is another value than 0.5.
    case 'count_distinct':
      return `(count(DISTINCT ${value}) ${plain} + count(DISTINCT ${written}) ${isCensored})::double precision`
    case 'sum':
    case 'min':
    case 'max':
      return `(${fn}(${value}) ${plain})::double precision`
    case 'mean':
      return `avg(${number}) ${plain}`
    case 'stddev':
      return `stddev_samp(${number}) ${plain}`
    case 'cv':
      return `stddev_samp(${number}) ${plain} / nullif(avg(${number}) ${plain}, 0) * 100`
    case 'median':
      return percentile(0.5)
    case 'p10':
      return percentile(0.1)
    case 'p90':
      return percentile(0.9)
  }
}

/** SQL of a formula; `columns` has the column of each aggregate by `nameAggregate`. Division by zero has no result. */
export function compileFormula(formula: Formula, columns: ReadonlyMap<string, string>, parameters: Parameters): string {
  switch (formula.type) {
    case 'number':
      return parameters.add(formula.value, 'double precision')
    case 'aggregate': {
      const column = columns.get(nameAggregate(formula.fn, formula.ref))
      if (column === undefined) throw new Error('An aggregate of the formula is not among those of the plan')
      return column
    }
    case 'negation':
      return `(- ${compileFormula(formula.of, columns, parameters)})`
    case 'operation': {
      const a = compileFormula(formula.a, columns, parameters)
      const b = compileFormula(formula.b, columns, parameters)
      return formula.operator === '/' ? `(${a} / nullif(${b}, 0))` : `(${a} ${formula.operator} ${b})`
    }
  }
}
