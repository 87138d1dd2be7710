// The edited workflow. Unlike a saved graph, its nodes may break the contract while the user types.
import type { WorkflowEdge, WorkflowLayout } from '@heddle/contracts/workflow/workflow-graph'
import { type GraphNode, resolveHandle } from '@heddle/workflow/model/graph/graph'

export type DraftGraph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly WorkflowEdge[] }
export type Draft = { readonly graph: DraftGraph; readonly layout: Readonly<WorkflowLayout> }
export type NodePosition = WorkflowLayout[string]

/** A way out of a node. */
export type Exit = { readonly source: string; readonly handle: string }

export const isSameEdge = (one: WorkflowEdge, other: WorkflowEdge): boolean =>
  one.source === other.source && one.target === other.target && resolveHandle(one) === resolveHandle(other)

/** Returns whether two values of JSON are equal; the database orders the keys of objects in its own way, and a missing key is undefined. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameValue(item, other[index]))
    )
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSameValue(left[key], right[key]))
}

const maxIdLength = 40

/** Returns an unused id that begins with `base`: `llm`, `llm_2`, … */
export function createNodeId(base: string, taken: ReadonlySet<string>): string {
  const stem = base.replace(/_\d+$/, '')
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const id = `${stem.slice(0, maxIdLength - suffix.length)}${suffix}`
    if (!taken.has(id)) return id
  }
}
