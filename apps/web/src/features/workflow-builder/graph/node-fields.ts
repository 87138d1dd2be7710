// The fields of two versions of a node in which they differ.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'

export type FieldDifference = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** An object of any shape, or a plan, which the form edits as one. */
const wholes = /^(config\.(json_schema|plan)|default_output\.[^.]+)$/

const isEntries = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'object' && entry !== null)

/** Returns the values that the form of a node has an input for, by path. The ids of entries have none. */
function listValues(value: unknown, path: string, into = new Map<string, unknown>()): Map<string, unknown> {
  const isBranch = typeof value === 'object' && value !== null && !wholes.test(path) && (!Array.isArray(value) || isEntries(value))
  if (!isBranch) return into.set(path, value)
  for (const [key, part] of Object.entries(value))
    if (part !== undefined && !(key === 'id' && path !== '')) listValues(part, path === '' ? key : `${path}.${key}`, into)
  return into
}

/** Returns the fields that differ, in the order of the form. */
export function diffFields(before: GraphNode, after: GraphNode): FieldDifference[] {
  const [from, to] = [listValues(before, ''), listValues(after, '')]
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((path) => {
    const values = { before: from.get(path), after: to.get(path) }
    return JSON.stringify(values.before) === JSON.stringify(values.after) ? [] : [{ path, ...values }]
  })
}
