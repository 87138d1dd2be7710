// The edited workflow. Unlike a saved graph, its nodes may break the contract while the user types.
import type { WorkflowEdge, WorkflowLayout } from '@heddle/contracts/workflow-graph'
import { type GraphNode, resolveHandle } from '@heddle/workflow/graph/graph'

export type DraftGraph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly WorkflowEdge[] }
export type Draft = { readonly graph: DraftGraph; readonly layout: Readonly<WorkflowLayout> }
export type Position = WorkflowLayout[string]

/** A way out of a node. */
export type Exit = { readonly source: string; readonly handle: string }

export const isSameEdge = (one: WorkflowEdge, other: WorkflowEdge): boolean =>
  one.source === other.source && one.target === other.target && resolveHandle(one) === resolveHandle(other)

export const isSameValue = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

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
