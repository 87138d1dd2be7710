// Starts, ends and fails the nodes of a run, and passes their outcomes on to later nodes and to the reply.
import type { ReplyStep } from '@heddle/contracts/message/message'
import { defaultHandle, errorHandle } from '@heddle/contracts/workflow/workflow-graph'
import { translate, type WordKey, type WordValues } from '@heddle/words/words'
import type { TracedUsage, WorkflowEvent } from '../model/events.ts'
import { planContinuation } from '../model/call/continuation.ts'
import { describeFailure } from './failure-messages.ts'
import { listBoundResources } from '../model/graph/bound-resources.ts'
import { addFileStep, findFileReaders } from '../model/graph/file-step.ts'
import { type Graph, type GraphNode, sortNodes } from '../model/graph/graph.ts'
import { planNode, planRun } from '../model/graph/graph-rules.ts'
import { type NodeAttempt, startAttempt } from './node-attempt.ts'
import { createNodeInbox } from './node-inbox.ts'
import { createPassageNumbers } from '../model/passage-numbers.ts'
import type { FormatValue, NodeType, NodeTypes, WorkflowInput } from '../model/node-type.ts'
import { nodeTypes as productNodeTypes } from '../model/node-type-list.ts'
import { createStartOutput } from '../model/nodes/start.ts'
import type { Passage } from '../model/passage.ts'
import type { WorkflowPorts } from '../model/ports.ts'
import { createReplyComposer, type ReplyAnswer } from './reply-composer.ts'
import { computeRetryDelay } from './retry.ts'
import { createRunState } from './run-state.ts'
import { createRunValues } from './run-values.ts'
import { listFields } from '../model/graph/fields.ts'
import { renderTemplate, listReferences } from '../model/graph/template.ts'
import { createThoughtOrder } from './thought-order.ts'
import { noTracedUsage, traceInput, traceOutput } from './trace.ts'
import type { NodeOutput, NodeResult } from '../model/value.ts'
import { WorkflowError } from '../model/workflow-error.ts'

/** The maximum number of concurrent nodes of one run. */
const maxRunning = 4

export type RunningWorkflow = {
  readonly graph: Graph
  readonly input: WorkflowInput
  readonly ports: WorkflowPorts
  readonly signal: AbortSignal
  readonly nodeTypes?: NodeTypes
  /** Whether files are read by a step that the graph does not have. */
  readonly addsFileStep?: boolean
  /** Whether the run emits the input and the output of each node. */
  readonly isTraced?: boolean
  /** Runs this node alone, whose reply is its answer or its text. */
  readonly only?: SingleNode
}

/** A node, and what it reads of the others by their ids; a start that is missing there has the output of this run. */
export type SingleNode = { readonly nodeId: string; readonly values: ReadonlyMap<string, NodeOutput> }

/** A started node, with the state that its attempts share. */
type StartedNode = {
  readonly node: GraphNode
  readonly startedAt: number
  usage: TracedUsage
  /** Set by its last call that a fallback has taken. */
  fallback?: ReplyStep['fallback']
  attempt: NodeAttempt
}

type Run = ReturnType<typeof prepareRun>

/** Plans a run; throws a `WorkflowGraphError` when its graph, or its single node, breaks a rule. */
export function prepareRun({ input, ports, signal, nodeTypes = productNodeTypes, isTraced = false, only, ...options }: RunningWorkflow) {
  const planned = only ? [planNode(options.graph, only.nodeId, nodeTypes, ports)] : planRun(options.graph, nodeTypes, ports)
  const hasText = input.documents.some(({ tokens }) => tokens > 0)
  // Made after the check: the step counts for no limit of the graph, and a checked graph is not checked again.
  const withFiles = options.addsFileStep && hasText && !only ? addFileStep(options.graph, nodeTypes) : null
  const { graph } = withFiles ?? options
  const nodes = withFiles ? sortNodes(graph) : planned
  const allAnswers = listAnswers(only ? graph.nodes : nodes, nodeTypes)
  const answers = only ? nodes.flatMap((node) => findReply(node, allAnswers, nodeTypes)) : allAnswers
  const shownNodes = allAnswers.flatMap(({ template }) => listReferences(template)).map(({ nodeId }) => nodeId)
  const state = createRunState(nodes, only ? { edges: [] } : graph, nodeTypes)
  const values = createRunValues(graph.nodes, nodeTypes)
  for (const { id, type } of only ? graph.nodes : []) {
    if (id !== only?.nodeId) values.set(id, only?.values.get(id) ?? (type === 'start' ? createStartOutput(input) : {}))
  }
  const continuation = planContinuation(nodes, shownNodes, nodeTypes, input)
  const known = graph.nodes.flatMap((node) => {
    const output = continuation.replayed.get(node.id)?.output ?? only?.values.get(node.id)
    return output ? listPassages(node, nodeTypes, output) : []
  })
  const composer = createReplyComposer(answers, { ...state, ...values, continuedNode: continuation.nodeId })
  return {
    input,
    /** The step that reads the files where the graph has none; null without it. */
    fileStepId: withFiles?.stepId ?? null,
    /** The models of which one should be given the files that came with the question; empty where there are none, or the graph has a step for them. */
    fileReaders: options.addsFileStep && input.hasQuestionFiles && !only ? [...findFileReaders(options.graph, nodeTypes)] : [],
    ports,
    signal,
    nodeTypes,
    isTraced,
    answers,
    searchedCollections: listBoundResources(graph, 'collection'),
    shownNodes: new Set(shownNodes),
    state,
    values,
    continuation,
    numberPassage: createPassageNumbers(known),
    composer,
    thoughts: createThoughtOrder(),
    inbox: createNodeInbox<NodeAttempt>(),
    /** The running nodes, by id. */
    running: new Map<string, StartedNode>(),
    /** The running node if it is the only one: its events are read without the inbox. */
    only: null as StartedNode | null,
    /** The nodes whose text the model's limit has cut. */
    cut: [] as GraphNode[],
    /** The error that ends the run, after the running nodes have ended. */
    failure: null as { readonly error: unknown } | null,
  }
}

function listAnswers(nodes: readonly GraphNode[], nodeTypes: NodeTypes): ReplyAnswer[] {
  return nodes.flatMap((node) => {
    const template = nodeTypes.get(node.type)?.replyTemplate?.(node)
    return template === undefined ? [] : [{ id: node.id, template }]
  })
}

/** Returns what a node that runs alone replies; an empty list for one without a text. */
function findReply(node: GraphNode, answers: readonly ReplyAnswer[], nodeTypes: NodeTypes): ReplyAnswer[] {
  const answer = answers.find(({ id }) => id === node.id)
  if (answer) return [answer]
  return listFields(node, nodeTypes).text === 'text' ? [{ id: node.id, template: `{{${node.id}.text}}` }] : []
}

function findOnly(running: Run['running']): StartedNode | null {
  const [first = null] = running.values()
  return running.size === 1 ? first : null
}

const getNodeType = ({ nodeTypes }: Run, { type }: GraphNode): NodeType => {
  const found = nodeTypes.get(type)
  if (!found) throw new Error(`The plan has a node of the unknown type ${type}`)
  return found
}

/** Starts ready nodes, up to the maximum. */
export function* startReadyNodes(run: Run): Generator<WorkflowEvent> {
  const { signal, ports, running } = run
  const announced: { readonly node: GraphNode; readonly startedAt: number }[] = []
  while (run.failure === null && running.size + announced.length < maxRunning && !signal.aborted) {
    const node = run.state.startNext()
    if (!node) break
    const replayed = run.continuation.replayed.get(node.id)
    if (replayed) {
      yield* announcePassages(run, node, replayed)
      yield* settleNode(run, node, replayed)
      continue
    }
    announced.push({ node, startedAt: ports.now() })
    yield toStep(node, 'started')
    yield* traceStart(run, node, 1)
  }
  // The reader may stop the run at the event of the node, which then does not run.
  if (signal.aborted) {
    for (const each of announced) yield* reportEnd(run, { ...each, attempt: 1, usage: noTracedUsage }, 'failed', null)
    return failRun(run, signal.reason)
  }
  for (const { node, startedAt } of announced) {
    running.set(node.id, { node, startedAt, usage: noTracedUsage, attempt: startNode(run, node, 1, 0) })
  }
  run.only = findOnly(running)
}

function startNode(run: Run, node: GraphNode, number: number, delayMs: number): NodeAttempt {
  const { input, ports, signal, values, inbox, continuation } = run
  const context = {
    input,
    ports: ports.forNode?.(node.id) ?? ports,
    signal,
    searchedCollections: run.searchedCollections,
    isShown: run.shownNodes.has(node.id),
    soFar: node.id === continuation.nodeId ? (input.soFar ?? '') : '',
    render: (template: string, format?: FormatValue) => renderTemplate(template, format ? values.lookUpAs(format) : values.lookUp),
    read: values.read,
    numberPassage: run.numberPassage,
    translate: (key: WordKey, given?: WordValues) => translate(input.responseLanguage, key, given),
  }
  return startAttempt({ node, type: getNodeType(run, node), number, delayMs, context, ports, onAbandon: inbox.fail })
}

/** Ends a successful node. */
export function* finishNode(run: Run, started: StartedNode, result: NodeResult): Generator<WorkflowEvent> {
  yield* endNode(run, started)
  yield* settleNode(run, started.node, result)
  yield* reportEnd(run, { ...started, attempt: started.attempt.number }, 'finished', result)
}

/** Ends a failed attempt: retries it, applies the node's `on_error`, or fails the run. */
export function* failAttempt(run: Run, started: StartedNode, error: unknown): Generator<WorkflowEvent> {
  const { node, attempt } = started
  // In a stopped or failed run nodes are neither retried nor replaced by a default.
  const isEnding = run.signal.aborted || run.failure !== null
  const mayRetry = !isEnding && !attempt.hasShown && attempt.number <= (node.retries ?? 0)
  const delayMs = mayRetry ? computeRetryDelay(error, attempt.number) : null
  if (delayMs !== null) {
    attempt.end()
    run.composer.retract(node.id)
    run.thoughts.forget(node.id)
    yield* updateReply(run)
    yield* traceStart(run, node, attempt.number + 1)
    started.attempt = startNode(run, node, attempt.number + 1, delayMs)
    return
  }
  yield* endNode(run, started)
  const result = isEnding ? null : replaceResult(run, node, error)
  if (result) yield* settleNode(run, node, result)
  else failRun(run, run.signal.aborted ? run.signal.reason : error)
  yield* reportEnd(run, { ...started, attempt: attempt.number }, 'failed', result, error)
}

/** Returns the outcome of a failed node; null when the run fails with it. */
function replaceResult(run: Run, node: GraphNode, error: unknown): NodeResult | null {
  const failure = { error_code: readCode(error) ?? 'UNKNOWN', error_message: describeFailure(readCode(error), run.input.responseLanguage) }
  switch (node.on_error) {
    case 'branch':
      return { output: failure, handle: errorHandle }
    case 'default': {
      // The graph rules have checked the types of its fields.
      const output: NodeOutput = { ...(node.default_output as NodeOutput | undefined), ...failure }
      return { output, handle: getNodeType(run, node).chooseDefaultHandle?.(node, output) ?? defaultHandle }
    }
    case 'fail':
      return null
    case undefined: {
      const output = getNodeType(run, node).replaceFailed?.(node, { render: (template) => renderTemplate(template, run.values.lookUp) })
      return output ? { output } : null
    }
  }
}

/** Keeps the first failure, and aborts the running nodes, whose events are read to the end. */
function failRun(run: Run, error: unknown) {
  if (run.failure) return
  run.failure = { error }
  for (const { attempt } of run.running.values()) attempt.abort(error)
}

function* endNode(run: Run, { node, attempt }: StartedNode): Generator<WorkflowEvent> {
  attempt.end()
  run.running.delete(node.id)
  run.only = findOnly(run.running)
  const text = run.thoughts.end(node.id)
  if (text !== '') yield { type: 'reasoning', text }
}

/** Passes the outcome of a node on to later nodes and to the reply. */
function* settleNode(run: Run, node: GraphNode, result: NodeResult): Generator<WorkflowEvent> {
  run.values.set(node.id, result.output)
  if (node.id === run.fileStepId) run.input = { ...run.input, addedFiles: run.values.lookUp({ nodeId: node.id, field: 'text' }) ?? '' }
  if (result.isCut) run.cut.push(node)
  yield* reportOutcome(run, node, result)
  for (const skipped of run.state.end(node.id, result.handle ?? defaultHandle)) {
    run.values.set(skipped.id, {})
    if (getNodeType(run, skipped).isReplayed) yield { type: 'outcome', nodeId: skipped.id, outcome: null }
    if (run.isTraced) yield { type: 'trace', trace: { node_id: skipped.id, status: 'skipped' } }
  }
  yield* updateReply(run)
}

/** Emits the outcome of a node that is replayed; of another one that reads resources, in which of them it has found something, and its notices. */
function* reportOutcome(run: Run, node: GraphNode, result: NodeResult): Generator<WorkflowEvent> {
  const { isReplayed, resources } = getNodeType(run, node)
  if (isReplayed) yield { type: 'outcome', nodeId: node.id, outcome: result }
  else if (resources) {
    const { notices } = result.output
    const found = [...new Set(resources.listFound(result.output))]
    const hasNotices = Array.isArray(notices) && notices.length > 0
    yield { type: 'outcome', nodeId: node.id, outcome: { output: { found, ...(hasNotices && { notices }) } } }
  }
}

/** Emits the passages of a replayed outcome, which the rest of the reply may cite. */
function* announcePassages(run: Run, node: GraphNode, { output }: NodeResult): Generator<WorkflowEvent> {
  const passages = listPassages(node, run.nodeTypes, output)
  if (passages.length > 0) yield { type: 'passages', passages }
}

/** Returns the passages of an output; an empty list for a node that has none. */
function listPassages(node: GraphNode, nodeTypes: NodeTypes, { passages }: NodeOutput): readonly Passage[] {
  const isOfPassages = listFields(node, nodeTypes)['passages'] === 'passages'
  return isOfPassages && Array.isArray(passages) ? (passages as readonly Passage[]) : []
}

/** Emits the part of the reply that can be shown after a change of the run's state. */
export function* updateReply({ composer }: Run): Generator<WorkflowEvent> {
  const { isRestarted, text } = composer.update()
  if (isRestarted) yield { type: 'restart' }
  if (text !== '') yield { type: 'delta', text }
}

/**
 * Emits a notice for each cut text that the reply goes on after. Throws `MODEL_REPLY_CUT` when the reply ends with one: it can be continued
 * there.
 */
export function* reportCutTexts({ cut, composer, continuation }: Run): Generator<WorkflowEvent> {
  const lastNode = composer.findLastNode()
  for (const { id, title } of cut) {
    if (id !== lastNode && !continuation.replayed.has(id)) yield { type: 'notice', notice: { code: 'step_cut', title } }
  }
  if (cut.some(({ id }) => id === lastNode)) throw new WorkflowError('MODEL_REPLY_CUT')
}

/** Emits a notice when the run has come to its end without a model that would have been given the question's files. */
export function* reportUnusedFiles({ fileReaders, state }: Run): Generator<WorkflowEvent> {
  if (fileReaders.length > 0 && fileReaders.every(state.isSkipped)) yield { type: 'notice', notice: { code: 'files_not_used' } }
}

function* traceStart({ isTraced, nodeTypes, values }: Run, node: GraphNode, attempt: number): Generator<WorkflowEvent> {
  if (!isTraced) return
  yield { type: 'trace', trace: { node_id: node.id, status: 'started', attempt, input: traceInput(node, nodeTypes, values.lookUp) } }
}

function* reportEnd(
  run: Run,
  { node, startedAt, usage, fallback, attempt }: Omit<StartedNode, 'attempt'> & { readonly attempt: number },
  status: 'finished' | 'failed',
  result: NodeResult | null,
  error: unknown = null,
): Generator<WorkflowEvent> {
  const ms = Math.round(run.ports.now() - startedAt)
  yield toStep(node, status, { ms, ...(fallback && { fallback }) })
  if (!run.isTraced) return
  const trace = {
    node_id: node.id,
    status,
    attempt,
    ms,
    usage,
    handle: result && (result.handle ?? defaultHandle),
    output: traceOutput(node, run.nodeTypes, result?.output ?? {}),
    error: readCode(error) ?? (result?.isCut ? 'MODEL_REPLY_CUT' : null),
  }
  yield { type: 'trace', trace, output: result?.output ?? {} }
}

/** Returns the step of a node that waits for a model; of one that has its turn if `ahead` is null. */
export function reportWaiting({ node }: StartedNode, ahead: number | null): WorkflowEvent {
  const { id, type, title } = node
  return { type: 'step', step: { node_id: id, type, title, status: 'started', ...(ahead !== null && { ahead }) } }
}

const readCode = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null)

function toStep({ id, type, title }: GraphNode, status: ReplyStep['status'], end: Pick<ReplyStep, 'ms' | 'fallback'> = {}): WorkflowEvent {
  return { type: 'step', step: { node_id: id, type, title, status, ...end } }
}

/** Closes running attempts when the reader leaves early: a model's connection must not stay open. */
export async function closeAttempts({ running }: Run) {
  const reason = new Error('The reader of the run has left')
  const closed = [...running.values()].map(async ({ attempt }) => {
    attempt.abort(reason)
    attempt.end()
    const returned = attempt.events.return({ output: {} })
    // An attempt that is producing its next event ends when it notices the signal.
    if (attempt.isAwaited) returned.catch(() => {})
    else await returned
  })
  await Promise.allSettled(closed)
}
