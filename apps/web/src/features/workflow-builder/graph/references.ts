// The references to nodes in templates, `{{node.field}}`, wherever a node's configuration has one.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'

const reference = /(\{\{\s*)([a-z][a-z0-9_]*)(\.[a-z][a-z0-9_]*\s*\}\})/g

/** Returns the node with the ids in its references replaced; unknown ids stay. */
export function renameReferences<Node extends GraphNode>(node: Node, ids: ReadonlyMap<string, string>): Node {
  if (ids.size === 0 || node.config === undefined) return node
  const config = renameInValue(node.config, ids)
  return config === node.config ? node : { ...node, config }
}

function renameInValue(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(reference, (whole, open: string, id: string, rest: string) => {
      const renamed = ids.get(id)
      return renamed === undefined ? whole : `${open}${renamed}${rest}`
    })
  if (Array.isArray(value)) {
    const items = value.map((item) => renameInValue(item, ids))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const renamed = entries.map(([key, item]) => [key, renameInValue(item, ids)] as const)
  return renamed.every(([, item], index) => item === entries[index]?.[1]) ? value : Object.fromEntries(renamed)
}
