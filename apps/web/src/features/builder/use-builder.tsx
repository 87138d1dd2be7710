// The state of the builder, which the canvas, the outline and the forms share.
import type { GraphNode } from '@heddle/workflow/graph/graph'
import { createContext, type ReactNode, useCallback, useContext, useDeferredValue, useMemo, useReducer, useState } from 'react'
import type { GraphCommand } from './graph/commands.ts'
import type { Draft } from './graph/draft.ts'
import { createHistory, reduceHistory } from './graph/history.ts'
import { findProblems, type Problem } from './problems.ts'

export type Builder = {
  readonly draft: Draft
  /** Changes with the same `gesture` that follow each other quickly are undone together. */
  readonly run: (command: GraphCommand, gesture?: string) => void
  readonly replace: (draft: Draft) => void
  readonly endGesture: () => void
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[]) => void
  /** The node whose form is open. */
  readonly inspected: GraphNode | null
  /** The problems of the draft a moment ago. */
  readonly problems: readonly Problem[]
  readonly problemsByNode: ReadonlyMap<string | undefined, readonly Problem[]>
}

const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext)
  if (!builder) throw new Error('useBuilder needs a BuilderProvider')
  return builder
}

export const BuilderProvider = ({ builder, children }: { builder: Builder; children: ReactNode }) => (
  <BuilderContext value={builder}>{children}</BuilderContext>
)

export function useBuilderState(initial: Draft): Builder {
  const [history, dispatch] = useReducer(reduceHistory, initial, createHistory)
  const [selectedIds, setSelected] = useState<readonly string[]>([])
  const draft = history.present
  const graph = useDeferredValue(draft.graph)
  const problems = useMemo(() => findProblems(graph), [graph])
  const problemsByNode = useMemo(() => Map.groupBy(problems, ({ nodeId }) => nodeId), [problems])
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  const [first, ...others] = selectedIds
  const inspected = others.length > 0 ? null : (draft.graph.nodes.find(({ id }) => id === first) ?? null)

  const run = useCallback(
    (command: GraphCommand, gesture?: string) =>
      dispatch({ type: 'command', command, ...(gesture !== undefined && { gesture: { key: gesture, at: performance.now() } }) }),
    [],
  )
  const replace = useCallback((next: Draft) => dispatch({ type: 'replace', draft: next }), [])
  const endGesture = useCallback(() => dispatch({ type: 'end_gesture' }), [])
  const select = useCallback(
    (ids: readonly string[]) =>
      setSelected((before) => (before.length === ids.length && before.every((id, index) => id === ids[index]) ? before : ids)),
    [],
  )
  const undo = useMemo(() => (history.past.length > 0 ? () => dispatch({ type: 'undo' }) : null), [history.past.length])
  const redo = useMemo(() => (history.future.length > 0 ? () => dispatch({ type: 'redo' }) : null), [history.future.length])

  return useMemo(
    () => ({ draft, run, replace, endGesture, undo, redo, selected, select, inspected, problems, problemsByNode }),
    [draft, run, replace, endGesture, undo, redo, selected, select, inspected, problems, problemsByNode],
  )
}
