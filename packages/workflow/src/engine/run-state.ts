// Decides which nodes of a run may start, and which are skipped. An edge is undecided, taken or dead. A node is ready when none of its
// incoming edges is undecided and one is taken; when all are dead it is skipped, and its own edges die. This covers fork, join and merge.
import { defaultHandle } from '@heddle/contracts/workflow/workflow-graph'
import { removeDuplicateEdges, type Graph, type GraphNode, resolveHandle } from '../model/graph/graph.ts'
import { listHandles } from '../model/graph/graph-rules.ts'
import type { NodeTypes } from '../model/node-type.ts'

type EdgeState = { readonly source: NodeState; readonly handle: string; status: 'undecided' | 'taken' | 'dead' }

type NodeState = {
  readonly node: GraphNode
  readonly incoming: EdgeState[]
  readonly outgoing: { readonly edge: EdgeState; readonly target: NodeState }[]
  /** Whether the node takes the handle `out` unless it fails. */
  readonly isStraight: boolean
  status: 'waiting' | 'ready' | 'started' | 'ended' | 'skipped'
}

export type RunState = {
  /** Starts and returns the next ready node, in the order of the plan; undefined when none is ready. */
  readonly startNext: () => GraphNode | undefined
  /** Ends a started node by one of its handles; returns the nodes that are skipped as a result. */
  readonly end: (id: string, handle: string) => GraphNode[]
  readonly isSkipped: (id: string) => boolean
  /** Returns whether a node certainly runs unless an earlier one fails. */
  readonly isExpected: (id: string) => boolean
}

/** Creates the state of a new run. `nodes` are those of the plan, in its order. */
export function createRunState(nodes: readonly GraphNode[], { edges }: Pick<Graph, 'edges'>, nodeTypes: NodeTypes): RunState {
  const states = new Map(
    nodes.map((node): [string, NodeState] => {
      const isStraight = listHandles({ ...node, on_error: 'fail' }, nodeTypes).every((handle) => handle === defaultHandle)
      return [node.id, { node, incoming: [], outgoing: [], isStraight, status: 'waiting' }]
    }),
  )
  const getState = (id: string): NodeState => {
    const state = states.get(id)
    if (!state) throw new Error(`The plan has no node ${id}`)
    return state
  }
  for (const each of removeDuplicateEdges(edges)) {
    const [source, target] = [getState(each.source), getState(each.target)]
    const edge: EdgeState = { source, handle: resolveHandle(each), status: 'undecided' }
    source.outgoing.push({ edge, target })
    target.incoming.push(edge)
  }
  for (const state of states.values()) if (state.incoming.length === 0) state.status = 'ready'

  function isExpected(state: NodeState, known: Map<NodeState, boolean>): boolean {
    if (state.status !== 'waiting') return state.status !== 'skipped'
    const seen = known.get(state)
    if (seen !== undefined) return seen
    const isOpenFor = ({ source, handle, status }: EdgeState) =>
      status === 'taken' || (status === 'undecided' && source.isStraight && handle === defaultHandle && isExpected(source, known))
    const result = state.incoming.some(isOpenFor)
    known.set(state, result)
    return result
  }

  return {
    startNext() {
      for (const state of states.values()) {
        if (state.status !== 'ready') continue
        state.status = 'started'
        return state.node
      }
      return undefined
    },

    end(id, handle) {
      const ended = getState(id)
      ended.status = 'ended'
      const skipped: GraphNode[] = []
      const open = [ended]
      for (let state = open.pop(); state; state = open.pop()) {
        for (const { edge, target } of state.outgoing) {
          edge.status = state === ended && edge.handle === handle ? 'taken' : 'dead'
          if (target.incoming.some(({ status }) => status === 'undecided')) continue
          if (target.incoming.some(({ status }) => status === 'taken')) {
            target.status = 'ready'
            continue
          }
          target.status = 'skipped'
          skipped.push(target.node)
          open.push(target)
        }
      }
      return skipped
    },

    isSkipped: (id) => getState(id).status === 'skipped',
    isExpected: (id) => isExpected(getState(id), new Map()),
  }
}
