// The values of nodes: a few types, each with one text form.
import { type ExactNumber, isExactNumber, isJsonObject, type JsonObject, type ExactJson, writeJson } from './exact-json.ts'
import { type Passage, renderPassages } from './passage.ts'

/** Rows of a table, with the names of the columns in their order. */
export type Rows = {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

type Values = {
  text: string
  number: number | ExactNumber
  boolean: boolean
  object: JsonObject
  list: readonly ExactJson[]
  passages: readonly Passage[]
  rows: Rows
}

export type ValueType = keyof Values
export type Value = Values[ValueType]

/** A value with the type of its field. */
export type TypedValue = { readonly [Type in ValueType]: { readonly type: Type; readonly value: Values[Type] } }[ValueType]

/** The values of a node's fields, of the types that the node type declares; a missing one is empty. */
export type NodeOutput = Readonly<Record<string, Value>>

export type NodeResult = {
  /** A field sent in pieces is the concatenation of those that were not retracted. */
  readonly output: NodeOutput
  /** The output handle that the run takes; `out` unless the node branches. */
  readonly handle?: string
  /** Whether the model's limit has cut its text. */
  readonly isCut?: boolean
}

/** The outcomes of nodes by id; null for a skipped node. */
export type NodeOutcomes = Readonly<Record<string, NodeResult | null>>

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRows = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value.columns) &&
  value.columns.every((column) => typeof column === 'string') &&
  Array.isArray(value.rows) &&
  value.rows.every((row) => isObject(row) && Object.values(row).every((cell) => typeof cell !== 'object' || cell === null))

const defaultChecks: { readonly [Type in ValueType]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value) || isExactNumber(value),
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  list: Array.isArray,
  // A citation needs a source, and values of an author have none.
  passages: (value) => Array.isArray(value) && value.length === 0,
  rows: isRows,
}

/** Returns whether a JSON value of an author is valid for a field of this type. */
export const isDefaultValue = (type: ValueType, value: unknown): boolean => defaultChecks[type](value)

const renderers: { readonly [Type in ValueType]: (value: Values[Type]) => string } = {
  text: (value) => value,
  number: (value) => (isExactNumber(value) ? value.$exact_number : String(value)),
  boolean: String,
  object: writeJson,
  list: (value) => value.map(renderItem).join('\n'),
  passages: renderPassages,
  rows: renderRows,
}

/** Returns the text of a value in a template: JSON for an object, one line an item for a list, a Markdown table for rows. */
export function renderValue(type: ValueType, value: Value): string {
  // The value has its field's type, which TypeScript cannot follow through an index.
  return (renderers[type] as (value: Value) => string)(value)
}

const renderItem = (item: ExactJson) => (typeof item === 'string' ? item : writeJson(item))

function renderRows({ columns, rows }: Rows): string {
  const renderRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [
    renderRow(columns),
    renderRow(columns.map(() => '---')),
    ...rows.map((row) => renderRow(columns.map((column) => String(row[column] ?? '')))),
  ].join('\n')
}

const escapeCell = (cell: string) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
