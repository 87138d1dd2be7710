// The state of the builder, which the canvas, the outline and the forms share.
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { toSiteFacts } from '@heddle/workflow/model/graph/graph-warnings'
import { isObject } from '@heddle/workflow/model/value'
import { useQuery } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { workflowSiteQuery } from '#entities/workflow/workflow-site.queries.ts'
import { nodeTypesQuery } from './builder.queries.ts'
import type { GraphCommand } from './graph/commands.ts'
import type { Draft } from './graph/draft.ts'
import { createHistory, reduceHistory } from './graph/history.ts'
import { findProblems, type Problem } from './problems.ts'

export type Builder = {
  readonly draft: Draft
  /** Returns the latest draft, for handlers that live longer than one. */
  readonly readDraft: () => Draft
  /** Returns the latest selection: a click may come before what is deferred has followed the one before it. */
  readonly readSelected: () => ReadonlySet<string>
  /** Changes with the same `gesture` that follow each other quickly are undone together. */
  readonly run: (command: GraphCommand, gesture?: string) => void
  readonly replace: (draft: Draft) => void
  readonly endGesture: () => void
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[] | ((before: readonly string[]) => readonly string[])) => void
  /** The node whose form is open. */
  readonly inspected: GraphNode | null
  /** The problems of the draft a moment ago. */
  readonly problems: readonly Problem[]
  readonly problemsByNode: ReadonlyMap<string | undefined, readonly Problem[]>
}

const BuilderContext = createContext<Builder | null>(null)
const DeferredContext = createContext<Builder | null>(null)

export const useBuilder = (): Builder => useProvided(BuilderContext)

/** Returns the state a moment ago: what shows the whole workflow follows a key, and does not delay it. */
export const useDeferredBuilder = (): Builder => useProvided(DeferredContext)

function useProvided(context: typeof BuilderContext): Builder {
  const builder = useContext(context)
  if (!builder) throw new Error('The builder needs a BuilderProvider')
  return builder
}

type BuilderProviderProps = { builder: Builder; children: ReactNode }

export function BuilderProvider({ builder, children }: BuilderProviderProps) {
  const deferred = useDeferredValue(builder)
  return (
    <BuilderContext value={builder}>
      <DeferredContext value={deferred}>{children}</DeferredContext>
    </BuilderContext>
  )
}

/** About how many tokens a text has, rather too few: a wrong warning is worse than a missing one. */
const estimateTokens = (text: string): number => Math.floor(new TextEncoder().encode(text).length / 4)

export function useBuilderState(initial: Draft): Builder {
  const [history, dispatch] = useReducer(reduceHistory, initial, createHistory)
  const [selectedIds, setSelected] = useState<readonly string[]>([])
  const draft = history.present
  const selected = useMemo(() => new Set(selectedIds), [selectedIds])
  const latest = useRef({ draft, selected })
  useLayoutEffect(() => {
    latest.current = { draft, selected }
  }, [draft, selected])
  const readDraft = useCallback(() => latest.current.draft, [])
  const readSelected = useCallback(() => latest.current.selected, [])
  const graph = useDeferredValue(draft.graph)
  const { data: site } = useQuery(workflowSiteQuery())
  const facts = useMemo(() => site && toSiteFacts(site, estimateTokens), [site])
  const hasSchema = graph.nodes.some(({ config }) => isObject(config) && isObject(config['json_schema']))
  const { data: nodeTypes } = useQuery({ ...nodeTypesQuery(), enabled: hasSchema })
  const problems = useMemo(() => findProblems(graph, facts, nodeTypes), [graph, facts, nodeTypes])
  const problemsByNode = useMemo(() => Map.groupBy(problems, ({ nodeId }) => nodeId), [problems])
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
    (next: Parameters<Builder['select']>[0]) =>
      setSelected((before) => {
        const ids = typeof next === 'function' ? next(before) : next
        return before.length === ids.length && before.every((id, index) => id === ids[index]) ? before : ids
      }),
    [],
  )
  const undo = useMemo(() => (history.past.length > 0 ? () => dispatch({ type: 'undo' }) : null), [history.past.length])
  const redo = useMemo(() => (history.future.length > 0 ? () => dispatch({ type: 'redo' }) : null), [history.future.length])

  return useMemo(
    () => ({ draft, readDraft, readSelected, run, replace, endGesture, undo, redo, selected, select, inspected, problems, problemsByNode }),
    [draft, readDraft, readSelected, run, replace, endGesture, undo, redo, selected, select, inspected, problems, problemsByNode],
  )
}
