// Compiles a checked plan to one statement. Its text is made of the numbers of tables and columns and of words of this package; every value
// of the plan is a parameter. The order is total: ties are broken by the row's number or by the keys of the group.
import type { CheckedPlan, GroupsPlan, GroupValue, RowsPlan } from '../check/checked-plan.ts'
import { nameAggregate } from '../check/checked-plan.ts'
import { type ColumnUse, isText, type LinkUse, type QueryTable } from '../query-table.ts'
import { baseAlias, nameLinkAlias, nameStored, nameTypedTable } from '../typed-table.ts'
import { type AggregateSql, compileAggregate, compileFormula } from './compile-aggregate.ts'
import { comparisonSigns, compileWhere, storedOf } from './compile-condition.ts'
import { createParameters, type Parameter, type Parameters } from './parameters.ts'

export type Statement = { readonly text: string; readonly values: readonly Parameter[] }

/** Compiles a plan whose texts have been looked up. `readResult` reads the rows. */
export function compilePlan(plan: CheckedPlan, table: Pick<QueryTable, 'number'>): Statement {
  const parameters = createParameters()
  const text = plan.kind === 'rows' ? compileRows(plan, table, parameters) : compileGroups(plan, table, parameters)
  return { text, values: parameters.values }
}

/** SQL: the table with those that it refers to. The key of each is unique, so that no row is there twice. */
function compileFrom({ number }: Pick<QueryTable, 'number'>, links: readonly LinkUse[]): string {
  const joins = links.map(({ from, to, key }) => {
    const alias = nameLinkAlias(from.id)
    return `LEFT JOIN ${nameTypedTable(to.number)} ${alias} ON ${nameStored(alias, key).key} = ${nameStored(baseAlias, from).key}`
  })
  return ['FROM', nameTypedTable(number), baseAlias, ...joins].join(' ')
}

/** SQL: a value as the driver and JSON have it without loss. */
function toOutput(value: string, type: ColumnUse['column']['type']): string {
  if (type === 'integer') return `${value}::double precision`
  return type === 'date' ? `to_char(${value}, 'YYYY-MM-DD')` : value
}

/** SQL: the mark of a value of which only a bound is known. */
const censoredMark = (mark: string) => `nullif(${mark}, '±')`

const collated = (sql: string, { column }: ColumnUse) => (isText(column.type) ? `${sql} COLLATE "C"` : sql)
const directed = (sql: string, isDescending: boolean) => `${sql} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`

function compileRows(plan: RowsPlan, table: Pick<QueryTable, 'number'>, parameters: Parameters): string {
  const where = compileWhere(plan, parameters)
  const columns = plan.columns.flatMap((use, index) => {
    const { value, mark } = storedOf(use)
    return [`${toOutput(value, use.column.type)} AS o${index}`, ...(mark === null ? [] : [`${censoredMark(mark)} AS o${index}_mark`])]
  })
  const order = plan.orderBy.map(({ use, isDescending }) => directed(collated(storedOf(use).key, use), isDescending))
  // Counted by itself, which needs neither the columns nor the links that are only shown.
  const asked = new Set([...plan.where, ...plan.anyOf.flat()].map(({ use }) => use.link))
  const counted = plan.links.filter(({ from }) => asked.has(from.id))
  return [
    `SELECT (SELECT count(*) ${compileFrom(table, counted)} ${where})::double precision AS total,`,
    [`${baseAlias}.row_id::text AS row_id`, `${baseAlias}.row_no::double precision AS row_no`, ...columns].join(', '),
    `${compileFrom(table, plan.links)} ${where}`,
    `ORDER BY ${[...order, `${baseAlias}.row_no`, `${baseAlias}.row_id`].join(', ')}`,
    `LIMIT ${parameters.add(plan.limit, 'bigint')}`,
  ].join('\n')
}

function compileGroups(plan: GroupsPlan, table: Pick<QueryTable, 'number'>, parameters: Parameters): string {
  const where = compileWhere(plan, parameters)
  const keys = plan.groupBy.map((use, index) => compileKey(use, index))
  const aggregates = plan.aggregates.map(compileAggregate)
  const byName = new Map(plan.aggregates.map(({ fn, use }, index) => [nameAggregate(fn, use?.ref ?? null), `a${index}`]))
  const measures = plan.measures.map(({ formula }, index) => `${compileFormula(formula, byName, parameters)} AS m${index}`)
  const having = plan.having.map(({ of, op, values }) => {
    const [first = 0, second = first] = values
    const add = (value: number) => parameters.add(value, 'double precision')
    return op === 'between'
      ? `${nameValue(of)} BETWEEN ${add(first)} AND ${add(second)}`
      : `${nameValue(of)} ${comparisonSigns[op]} ${add(first)}`
  })
  const order = [
    ...plan.orderBy.flatMap(({ of, isDescending }) => {
      const columns = of.type === 'key' ? (keys[of.index]?.order ?? []) : [nameValue(of)]
      return columns.map((column) => directed(column, isDescending))
    }),
    ...keys.flatMap((key) => key.order.map((column) => directed(column, false))),
  ]
  const groupBy = keys.flatMap(({ by }) => by)
  return [
    `WITH grouped AS (`,
    `SELECT ${['count(*) AS n', ...keys.flatMap(({ columns }) => columns), ...aggregates.flatMap(nameAggregates)].join(', ')}`,
    `${compileFrom(table, plan.links)} ${where}${groupBy.length > 0 ? ` GROUP BY ${groupBy.join(', ')}` : ''}`,
    `), valued AS (SELECT ${['*', ...measures].join(', ')} FROM grouped`,
    `), kept AS (SELECT *, row_number() OVER (${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}) AS position FROM valued`,
    `${having.length > 0 ? `WHERE ${having.join(' AND ')}` : ''}`,
    `), totals AS (SELECT ${['count(*)::double precision AS total', '(SELECT coalesce(sum(n), 0) FROM grouped)::double precision AS matched', ...aggregates.flatMap(nameTotals)].join(', ')} FROM kept)`,
    `SELECT ${['totals.*', 'position', ...plan.outputs.flatMap((output) => compileOutput(plan, output)), ...aggregates.flatMap(listCensored)].join(', ')}`,
    // A row with the totals is there also when no group is.
    `FROM totals LEFT JOIN kept ON position <= ${parameters.add(plan.limit, 'bigint')} ORDER BY position`,
  ].join('\n')
}

type KeySql = { readonly by: readonly string[]; readonly columns: readonly string[]; readonly order: readonly string[] }

/** SQL: what groups are made by, named `k0`: texts by their key, shown as the first of its writings; numbers with their mark. */
function compileKey(use: ColumnUse, index: number): KeySql {
  const { value, key, mark } = storedOf(use)
  const name = `k${index}`
  if (isText(use.column.type))
    return { by: [key], columns: [`min(${value} COLLATE "C") AS ${name}`, `${key} AS ${name}_key`], order: [`${name}_key COLLATE "C"`] }
  if (mark === null) return { by: [value], columns: [`${value} AS ${name}`], order: [name] }
  const censored = censoredMark(mark)
  return {
    by: [value, censored],
    columns: [`${value} AS ${name}`, `${censored} AS ${name}_mark`],
    order: [name, `${name}_mark COLLATE "C"`],
  }
}

const nameValue = ({ type, index }: GroupValue) => `${{ key: 'k', aggregate: 'a', measure: 'm' }[type]}${index}`

const nameAggregates = ({ value, censored }: AggregateSql, index: number) => [
  `${value} AS a${index}`,
  ...(censored ? [`${censored.count} AS a${index}_n`, `${censored.first} AS a${index}_first`, `${censored.last} AS a${index}_last`] : []),
]

const nameTotals = ({ censored }: AggregateSql, index: number) =>
  censored
    ? [
        `coalesce(sum(a${index}_n), 0)::double precision AS t${index}_n`,
        `min(a${index}_first COLLATE "C") AS t${index}_first`,
        `max(a${index}_last COLLATE "C") AS t${index}_last`,
      ]
    : []

function compileOutput({ groupBy }: GroupsPlan, output: GroupValue): string[] {
  const name = nameValue(output)
  const use = output.type === 'key' ? groupBy[output.index] : undefined
  if (!use) return [name]
  return [`${toOutput(name, use.column.type)} AS ${name}`, ...(storedOf(use).mark === null ? [] : [`${name}_mark`])]
}

/** SQL: what the aggregates of one group leave out. */
const listCensored = ({ censored }: AggregateSql, index: number) =>
  censored ? [`a${index}_n::double precision AS a${index}_n`, `a${index}_first`, `a${index}_last`] : []
