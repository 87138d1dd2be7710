// The history that a model is given.
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'

/** The longest history that any node of the graph wants. */
export const maxHistory = (graph: WorkflowGraph) =>
  Math.max(0, ...graph.nodes.map((node) => ('config' in node && 'history_messages' in node.config ? node.config.history_messages : 0)))

export type HistoryTurn = { readonly role: 'user' | 'assistant'; readonly content: string }

/**
 * The turns that a model is given: a question whose reply has no text is left out with it, because many models accept
 * only question and answer in turn.
 */
export function toModelTurns(rows: readonly HistoryTurn[]): HistoryTurn[] {
  return rows.filter((row, index) =>
    row.role === 'assistant'
      ? row.content !== '' && rows[index - 1]?.role === 'user'
      : rows[index + 1]?.role === 'assistant' && rows[index + 1]?.content !== '',
  )
}
