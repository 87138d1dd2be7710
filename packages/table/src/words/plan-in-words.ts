// Says in a reader's language what a plan asked and over how many rows: made of the plan alone, so that it is what was computed.
import { type Language, languageTags } from '@heddle/contracts/languages'
import { isUnitId, units } from '@heddle/units/units'
import { translate, type WordKey } from '@heddle/words/words'
import { findAggregateUnit } from '../check/check-groups.ts'
import type {
  CheckedCondition,
  CheckedPlan,
  Comparison,
  GivenNumbers,
  GroupsPlan,
  GroupValue,
  RowsPlan,
  TextValue,
} from '../check/checked-plan.ts'
import type { QueryResult } from '../compile/read-result.ts'
import type { ColumnUse, QueryTable } from '../query-table.ts'

type Named = { readonly name: { readonly default: string } & Readonly<Partial<Record<Language, string | undefined>>> }
export type Writer = { readonly language: Language; readonly table: QueryTable }

const nameIn = ({ name }: Named, language: Language) => name[language] ?? name.default

/** Returns a query in words, as `mean of tenacity in cN/tex where fibre = cotton, 14 rows, 1 of tenacity left out as < 0.5`. */
export function describePlan(plan: CheckedPlan, result: QueryResult, writer: Writer): string {
  const { language } = writer
  const asked = plan.kind === 'rows' ? describeRows(plan, writer) : describeGroups(plan, writer)
  return joinClauses(language, [
    asked,
    ...(plan.kind === 'groups' && plan.groupBy.length > 0 ? [count(language, 'query.groups', result.total)] : []),
    count(language, 'query.rows', result.matched),
    ...(result.isCut ? [translate(language, 'query.cut', { count: formatCount(language, result.shown) })] : []),
    ...(plan.kind === 'groups' ? describeCensored(plan, result, writer) : []),
  ])
}

function describeRows({ columns, orderBy, ...conditions }: RowsPlan, writer: Writer): string {
  const shown = list(
    writer.language,
    columns.map((use) => withUnit(writer, nameColumn(use, writer), use.column.unit)),
  )
  const order = orderBy.map(({ use, isDescending }) => describeOrder(writer, nameColumn(use, writer), isDescending))
  return joinClauses(writer.language, [describeWhere(conditions, shown, writer), ...order])
}

function describeGroups(plan: GroupsPlan, writer: Writer): string {
  const { language } = writer
  const values = plan.outputs.filter(({ type }) => type !== 'key').map((value) => describeValue(plan, value, writer))
  const keys = plan.groupBy.map((use) => nameColumn(use, writer))
  const what = values.length > 0 ? list(language, values) : translate(language, 'query.aggregate.rows')
  const grouped = keys.length > 0 ? translate(language, 'query.by', { what, columns: list(language, keys) }) : what
  const having = plan.having.map(({ of, given }) => compare(writer, nameValue(plan, of, writer), given))
  const where = describeWhere(plan, grouped, writer)
  const kept =
    having.length > 0 ? translate(language, 'query.having', { what: where, conditions: join(language, 'query.and', having) }) : where
  return joinClauses(language, [
    kept,
    ...plan.orderBy.map(({ of, isDescending }) => describeOrder(writer, nameValue(plan, of, writer), isDescending)),
  ])
}

const describeOrder = ({ language }: Writer, what: string, isDescending: boolean) =>
  translate(language, isDescending ? 'query.order.desc' : 'query.order.asc', { what })

function describeWhere({ where, anyOf }: Pick<CheckedPlan, 'where' | 'anyOf'>, what: string, writer: Writer): string {
  const { language } = writer
  const all = (conditions: readonly CheckedCondition[]) =>
    join(
      language,
      'query.and',
      conditions.map((condition) => describeCondition(condition, writer)),
    )
  const alternatives = anyOf.map((conditions) => translate(language, 'query.alternative', { what: all(conditions) }))
  const parts = [...(where.length > 0 ? [all(where)] : []), ...(alternatives.length > 0 ? [join(language, 'query.or', alternatives)] : [])]
  return parts.length > 0 ? translate(language, 'query.where', { what, conditions: join(language, 'query.and', parts) }) : what
}

function describeCondition(condition: CheckedCondition, writer: Writer): string {
  const { language } = writer
  const column = nameColumn(condition.use, writer)
  switch (condition.type) {
    case 'missing':
      return translate(language, condition.isMissing ? 'query.condition.missing' : 'query.condition.present', { column })
    case 'contains':
      return translate(language, 'query.condition.contains', { column, value: condition.given })
    case 'boolean':
      return `${column} ${signs[condition.op]} ${translate(language, condition.value ? 'query.yes' : 'query.no')}`
    case 'texts':
      return `${column} ${signs[condition.op]} ${condition.values.map((value) => nameText(value, condition.use, language)).join(' / ')}`
    case 'dates':
      return compareWritten(writer, { column, op: condition.op, values: condition.values })
    case 'numbers':
      return compare(writer, column, condition.given)
  }
}

const signs: Readonly<Record<Comparison | 'in', string>> = { eq: '=', ne: '≠', lt: '<', le: '≤', gt: '>', ge: '≥', in: '=' }

function compare(writer: Writer, column: string, { op, values, unit }: GivenNumbers): string {
  const format = new Intl.NumberFormat(languageTags[writer.language], { useGrouping: false, maximumSignificantDigits: 15 })
  const symbol = unit === null ? '' : ` ${symbolOf(unit)}`
  return compareWritten(writer, { column, op, values: values.map((value) => format.format(value) + symbol) })
}

type Written = { readonly column: string; readonly op: GivenNumbers['op']; readonly values: readonly string[] }

function compareWritten({ language }: Writer, { column, op, values }: Written): string {
  const [from = '', to = from] = values
  if (op === 'between') return translate(language, 'query.condition.between', { column, from, to })
  return `${column} ${signs[op]} ${values.join(' / ')}`
}

const nameText = ({ given, taken }: TextValue, { column }: ColumnUse, language: Language): string =>
  nameChoice(taken ?? given, column, language)

/** Names a text by the choice that it is; else as the rows have it. */
export function nameChoice(value: string, column: ColumnUse['column'], language: Language): string {
  const name = column.choices?.find((choice) => choice.value === value)?.name
  return name ? nameIn({ name }, language) : value
}

export function nameColumn({ column, link }: ColumnUse, { language, table }: Writer): string {
  const name = nameIn(column, language)
  const from = table.columns.find(({ id }) => id === link)
  return from ? translate(language, 'query.linked', { column: name, link: nameIn(from, language) }) : name
}

/** Names an aggregate, a measure or a key, without its unit. */
export function nameValue({ groupBy, aggregates, measures }: GroupsPlan, { type, index }: GroupValue, writer: Writer): string {
  const measure = measures[index]?.measure
  if (type === 'measure' && measure) return nameIn(measure, writer.language)
  const key = groupBy[index]
  if (type === 'key' && key) return nameColumn(key, writer)
  const { fn, use } = aggregates[index] ?? { fn: 'count', use: null }
  return use
    ? translate(writer.language, `query.aggregate.${fn}`, { column: nameColumn(use, writer) })
    : translate(writer.language, 'query.aggregate.rows')
}

/** Returns the names of the columns of a result, with their units. */
export const nameResultColumns = (plan: CheckedPlan, writer: Writer): string[] =>
  plan.kind === 'rows'
    ? plan.columns.map((use) => withUnit(writer, nameColumn(use, writer), use.column.unit))
    : plan.outputs.map((value) => describeValue(plan, value, writer))

function describeValue(plan: GroupsPlan, value: GroupValue, writer: Writer): string {
  const aggregate = value.type === 'aggregate' ? plan.aggregates[value.index] : undefined
  const unit = aggregate ? findAggregateUnit(aggregate) : plan.measures[value.index]?.measure.unit
  return withUnit(writer, nameValue(plan, value, writer), unit)
}

const symbolOf = (unit: string) => (isUnitId(unit) ? units[unit].symbol : unit)
const withUnit = ({ language }: Writer, what: string, unit: string | undefined) =>
  unit === undefined ? what : translate(language, 'query.unit', { what, unit: symbolOf(unit) })

/** Says of each column once how many of its values no aggregate has. */
function describeCensored(plan: GroupsPlan, { censored }: QueryResult, writer: Writer): string[] {
  const texts = plan.outputs.flatMap((output, index) => {
    const { count: amount, value } = censored[index] ?? { count: 0, value: null }
    if (amount === 0) return []
    const use = output.type === 'aggregate' ? plan.aggregates[output.index]?.use : null
    const values = { column: use ? nameColumn(use, writer) : nameValue(plan, output, writer), count: formatCount(writer.language, amount) }
    return [
      value === null
        ? translate(writer.language, 'query.leftOut', values)
        : translate(writer.language, 'query.leftOutAs', { ...values, value }),
    ]
  })
  return [...new Set(texts)]
}

const formatCount = (language: Language, amount: number) => new Intl.NumberFormat(languageTags[language]).format(amount)

/** Of the keys, each language has both forms. */
const count = (language: Language, key: 'query.groups' | 'query.rows', amount: number) =>
  translate(language, `${key}_${amount === 1 ? 'one' : 'other'}`, { count: formatCount(language, amount) })

const join = (language: Language, key: WordKey, parts: readonly string[]) => parts.reduce((a, b) => translate(language, key, { a, b }))
const list = (language: Language, parts: readonly string[]) => join(language, 'query.list', parts)
const joinClauses = (language: Language, parts: readonly string[]) => join(language, 'query.clause', parts)
