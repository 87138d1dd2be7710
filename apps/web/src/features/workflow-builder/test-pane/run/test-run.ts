// One run of a test as its events arrive: the reply, and what each node did.
import type { RunCost, RunDoneEvent, RunStreamEvent, RunTrace, WorkflowRun } from '@heddle/contracts/trial/workflow-run'
import type { DraftGraph } from '../../graph/draft.ts'

export type NodeRunStatus = 'waiting' | 'running' | 'finished' | 'failed' | 'skipped'

type EndedTrace = Extract<RunTrace, { ms: number }>
type TracedTexts = EndedTrace['output']

/** What a node did in a run. */
export type NodeRun = {
  readonly status: NodeRunStatus
  /** The calls before that of the node; null when it does not wait for a model. */
  readonly ahead: number | null
  /** The number of the last attempt, from 1; 0 before the first. */
  readonly attempt: number
  /** The rendered templates, by the path of their field in the node. */
  readonly input: TracedTexts
  readonly output: TracedTexts
  readonly ms: number | null
  readonly usage: EndedTrace['usage'] | null
  readonly cost: RunCost | null
  /** The handle that was taken. */
  readonly handle: string | null
  readonly error: EndedTrace['error']
  /** Whether input and output are left out, as the user may not read them. */
  readonly isWithheld: boolean
}

/** How a run ended: with its last event, by the user, or without an event. */
export type TestRunEnd =
  | ({ readonly kind: 'done' } & Omit<RunDoneEvent, 'type' | 'run_id' | 'text'>)
  | { readonly kind: 'stopped' }
  | { readonly kind: 'broken'; readonly error: unknown }

export type TestRun = {
  /** The id of the kept run; null until the run has begun. */
  readonly id: string | null
  readonly question: string
  /** The tested version; null for the draft. */
  readonly version: number | null
  /** The node that ran alone; null for the whole workflow. */
  readonly nodeId: string | null
  /** The kept run that has the outputs of all its nodes; null when there is none. */
  readonly valuesRunId: string | null
  readonly text: string
  /** Whether the text is left out, as the user may not read it. */
  readonly isWithheld: boolean
  /** Of a kept run empty. */
  readonly reasoning: string
  readonly nodes: ReadonlyMap<string, NodeRun>
  readonly end: TestRunEnd | null
}

const waiting: NodeRun = {
  status: 'waiting',
  ahead: null,
  attempt: 0,
  input: {},
  output: {},
  ms: null,
  usage: null,
  cost: null,
  handle: null,
  error: null,
  isWithheld: false,
}

type Begin = {
  readonly question: string
  readonly version: number | null
  readonly graph: DraftGraph
  /** The node that runs alone, with the run whose trace the other nodes keep. */
  readonly alone?: { readonly nodeId: string; readonly before: TestRun | null } | undefined
}

/** Returns a run before its first event. */
export function beginRun({ question, version, graph, alone }: Begin): TestRun {
  const nodes: (readonly [string, NodeRun])[] = alone
    ? [...(alone.before?.nodes ?? []), [alone.nodeId, waiting]]
    : graph.nodes.map(({ id }) => [id, waiting])
  return {
    id: null,
    question,
    version,
    nodeId: alone?.nodeId ?? null,
    valuesRunId: alone?.before?.valuesRunId ?? null,
    text: '',
    isWithheld: false,
    reasoning: '',
    nodes: new Map(nodes),
    end: null,
  }
}

/** Returns the run after one more event. */
export function applyRunEvent(run: TestRun, event: RunStreamEvent): TestRun {
  switch (event.type) {
    case 'run':
      return { ...run, id: event.run_id, valuesRunId: run.nodeId === null ? event.run_id : run.valuesRunId }
    case 'delta':
      return { ...run, text: run.text + event.text }
    case 'reasoning':
      return { ...run, reasoning: run.reasoning + event.text }
    case 'snapshot':
      return { ...run, text: event.text, reasoning: event.reasoning }
    // The pane gives no files, of which alone there are sources.
    case 'sources':
      return run
    case 'step': {
      const known = run.nodes.get(event.step.node_id)
      const ahead = event.step.ahead ?? null
      return known && known.ahead !== ahead ? setNode(run, event.step.node_id, { ...known, ahead }) : run
    }
    case 'node':
      return setNode(run, event.trace.node_id, applyTrace(run.nodes.get(event.trace.node_id) ?? waiting, event.trace))
    case 'done': {
      const { type: _type, run_id: id, text, ...end } = event
      return endRun({ ...run, id, text }, { kind: 'done', ...end })
    }
  }
}

/** Returns the run with its end, without the nodes that it did not reach. A node that was running has failed with it. */
export function endRun(run: TestRun, end: TestRunEnd): TestRun {
  const reached = [...run.nodes].filter(([, { status }]) => status !== 'waiting')
  const nodes = reached.map(([id, node]): [string, NodeRun] => [
    id,
    node.status === 'running' ? { ...node, status: 'failed', ahead: null } : node,
  ])
  return { ...run, nodes: new Map(nodes), end }
}

/** Returns a kept run as if its events had just arrived. */
export function openKeptRun(kept: WorkflowRun): TestRun {
  const { id, question, version, node_id: nodeId, text, is_withheld: isWithheld = false, trace } = kept
  const nodes = new Map<string, NodeRun>()
  for (const part of trace) nodes.set(part.node_id, applyTrace(nodes.get(part.node_id) ?? waiting, part))
  const { outcome, error, notices, usage, cost, ms, first_token_ms, model } = kept
  const end = { kind: 'done', outcome, error, notices, usage, cost, ms, first_token_ms, model } as const
  const valuesRunId = nodeId === null ? id : null
  return endRun({ id, question, version, nodeId, valuesRunId, text, isWithheld, reasoning: '', nodes, end: null }, end)
}

const setNode = (run: TestRun, id: string, node: NodeRun): TestRun => ({ ...run, nodes: new Map(run.nodes).set(id, node) })

function applyTrace(node: NodeRun, trace: RunTrace): NodeRun {
  switch (trace.status) {
    case 'started':
      return { ...node, status: 'running', attempt: trace.attempt, input: trace.input, isWithheld: trace.is_withheld ?? false }
    case 'skipped':
      return { ...waiting, status: 'skipped' }
    case 'finished':
    case 'failed': {
      const { status, attempt, ms, usage, cost, handle, output, error, is_withheld: isWithheld = false } = trace
      return { ...node, status, ahead: null, attempt, ms, usage, cost, handle, output, error, isWithheld }
    }
  }
}

export const countRunTokens = ({ input_tokens, output_tokens }: { input_tokens: number; output_tokens: number }): number =>
  input_tokens + output_tokens
