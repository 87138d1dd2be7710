// What a node puts out: values of a few types, each of which has one way to be text.
import { type Passage, renderPassage } from './passage.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

export type JsonObject = { readonly [key: string]: JsonValue }

/** Rows of a table, with the names of the columns in their order. */
export type Rows = {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

type Values = {
  text: string
  number: number
  boolean: boolean
  object: JsonObject
  list: readonly JsonValue[]
  passages: readonly Passage[]
  rows: Rows
}

export type ValueType = keyof Values
export type Value = Values[ValueType]

/** The values of a node's fields, each of the type that the node's type declares; a missing one is empty. */
export type NodeOutput = Readonly<Record<string, Value>>

export type NodeResult = {
  /** A field sent in pieces is the concatenation of those that were not retracted. */
  readonly output: NodeOutput
  /** The way out that the run takes; `out` unless the node branches. */
  readonly handle?: string
}

/** What nodes of a run came to, by id; null for a node that was skipped. */
export type NodeOutcomes = Readonly<Record<string, NodeResult | null>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRows = (value: unknown) =>
  isObject(value) &&
  Array.isArray(value.columns) &&
  value.columns.every((column) => typeof column === 'string') &&
  Array.isArray(value.rows) &&
  value.rows.every((row) => isObject(row) && Object.values(row).every((cell) => typeof cell !== 'object' || cell === null))

const defaultChecks: { readonly [Type in ValueType]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
  // A citation needs a source, and what an author writes has none.
  passages: (value) => Array.isArray(value) && value.length === 0,
  rows: isRows,
}

/** Returns whether a JSON value that an author wrote can stand in for a field of this type. */
export const isDefaultValue = (type: ValueType, value: unknown): boolean => defaultChecks[type](value)

const renderers: { readonly [Type in ValueType]: (value: Values[Type]) => string } = {
  text: (value) => value,
  number: String,
  boolean: String,
  object: (value) => JSON.stringify(value),
  list: (value) => value.map(renderItem).join('\n'),
  passages: (value) => value.map((passage) => renderPassage(passage, null)).join(''),
  rows: renderRows,
}

/** Returns a value as the text that a template shows: an object is JSON, a list has a line an item, rows are a Markdown table. */
export function renderValue(type: ValueType, value: Value): string {
  // A value is of its field's type, which TypeScript cannot follow through an index.
  return (renderers[type] as (value: Value) => string)(value)
}

const renderItem = (item: JsonValue) => (typeof item === 'string' ? item : JSON.stringify(item))

function renderRows({ columns, rows }: Rows): string {
  const renderRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [
    renderRow(columns),
    renderRow(columns.map(() => '---')),
    ...rows.map((row) => renderRow(columns.map((column) => String(row[column] ?? '')))),
  ].join('\n')
}

const escapeCell = (cell: string) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
