// Describes a table to a model: what the ids of the schema mean. In English with the names in all languages, so that a question in any of
// them finds its column.
import type { LocalizedText } from '@heddle/contracts/wire'
import { listConvertible } from '../check/shared-checks.ts'
import { type ColumnUse, isNumeric, type QueryTable } from '../query-table.ts'
import { listUses } from './list-uses.ts'
import { maxPromptChoices } from './plan-schema.ts'

/** The lowest and the highest value of a column, by its reference. */
export type ColumnRanges = Readonly<Record<string, { readonly from: string | number; readonly to: string | number } | undefined>>

/** Characters of a description: enough to tell columns apart. */
const maxDescription = 200

/** Returns a line for each column and measure. Nothing of tables that are not among the links. */
export function describeTable(table: QueryTable, ranges: ColumnRanges = {}): string {
  const columns = listUses(table).map((use) => describeColumn(use.ref, use, ranges))
  const measures = table.measures.map((measure) =>
    describe(measure.id, measure, [`measure, ${measure.formula}`, ...(measure.unit === undefined ? [] : [`in ${measure.unit}`])]),
  )
  return [...columns, ...measures].join('\n')
}

/** Returns the line of a column, which `id` names in what the model writes. */
export function describeColumn(id: string, { ref, column, link }: ColumnUse, ranges: ColumnRanges): string {
  const { type, unit } = column
  const range = ranges[ref]
  const units = listConvertible(unit)
  return describe(id, column, [
    link === null ? type : `${type} of what ${link} names`,
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...(isNumeric(type) && units.length > 1 ? [`conditions also in ${units.filter((each) => each !== unit).join(', ')}`] : []),
    ...(range ? [`from ${range.from} to ${range.to}`] : []),
    ...listChoices(column.choices),
  ])
}

type Described = {
  readonly name: LocalizedText
  readonly description?: LocalizedText | undefined
  readonly synonyms?: readonly string[] | undefined
}

function describe(id: string, { name, description, synonyms }: Described, facts: readonly string[]): string {
  const names = [...new Set([...Object.values(name), ...(synonyms ?? [])])].filter(Boolean).join(' / ')
  const said = description?.default ? ` ${toLine(description.default).slice(0, maxDescription)}` : ''
  return `- ${id}: ${toLine(names)} (${facts.join('; ')})${said}`
}

function listChoices(choices: QueryTable['columns'][number]['choices']): string[] {
  if (!choices) return []
  const shown = choices.slice(0, maxPromptChoices).map(({ value, name, synonyms }) => {
    const others = [...new Set([...Object.values(name ?? {}), ...(synonyms ?? [])])].filter((other) => other && other !== value)
    return others.length > 0 ? `${value} (${others.join(', ')})` : value
  })
  return [`one of ${toLine(shown.join(' | '))}${choices.length > shown.length ? ' | …' : ''}`]
}

/** A name of several lines would look like several columns. */
const toLine = (written: string) => written.replaceAll(/\s+/gu, ' ')
