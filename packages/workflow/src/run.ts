// Runs a workflow: its nodes one after the other, each when all before it have ended.
import type { ReplyStep } from '@heddle/contracts/message'
import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow'
import type { WorkflowEvent } from './events.ts'
import { findNodeThatGoesOn } from './going-on.ts'
import { planRun } from './graph-rules.ts'
import type { NodeContext, WorkflowInput } from './node-type.ts'
import { nodeTypeOf } from './node-types.ts'
import type { WorkflowPorts } from './ports.ts'
import { createReplyComposer } from './reply-composer.ts'
import { renderTemplate, templateReferences } from './template.ts'

export type WorkflowRun = {
  readonly graph: WorkflowGraph
  readonly input: WorkflowInput
  readonly ports: WorkflowPorts
  readonly signal: AbortSignal
}

/**
 * Runs a workflow and yields what happens, as it happens. Ends when the reply is complete. With `input.soFar`, the reply goes on
 * from there: see going-on.ts.
 * Throws a `WorkflowGraphError` before the first event when the graph breaks a rule, a `ModelError` when a model call fails, and
 * the signal's reason when it is aborted; the last two after the call's usage and the node's step. To stop a run, abort the signal
 * and read on to the end: leaving the loop early loses the usage.
 */
export async function* runWorkflow({ graph, input, ports, signal }: WorkflowRun): AsyncGenerator<WorkflowEvent, void> {
  const nodes = planRun(graph)
  const shownNodes = new Set(
    nodes.flatMap((node) => (node.type === 'answer' ? templateReferences(node.config.text) : [])).map(({ nodeId }) => nodeId),
  )
  const { soFar = '' } = input
  const goesOn = soFar === '' ? null : findNodeThatGoesOn(nodes, shownNodes)
  const templates = nodes.flatMap((node) => (node.type === 'answer' ? [node.config.text] : []))
  const composer = createReplyComposer(templates, goesOn)
  const render = (template: string) => renderTemplate(template, composer.lookUp)
  for (const node of nodes) {
    signal.throwIfAborted()
    const startedAt = ports.now()
    yield toStep(node, 'started')
    const context: NodeContext = { input, ports, signal, isShown: shownNodes.has(node.id), soFar: node.id === goesOn ? soFar : '', render }
    const events = nodeTypeOf(node).run(node, context)
    try {
      // One loop, and no generator around it: every token passes here, and each layer costs it a few microseconds.
      let result = await events.next()
      for (; !result.done; result = await events.next()) {
        const event = result.value
        if (event.type === 'piece') {
          const shown = composer.addPiece(node.id, event.field, event.text)
          if (shown) yield { type: 'delta', text: shown }
        } else if (event.type === 'taken_back') {
          const before = composer.takeBack(node.id, event.field)
          if (before !== null) yield { type: 'restart' }
          if (before) yield { type: 'delta', text: before }
        } else {
          yield event
        }
      }
      const shown = composer.addOutput(node.id, result.value)
      if (shown) yield { type: 'delta', text: shown }
    } catch (error) {
      yield toStep(node, 'failed', ports.now() - startedAt)
      throw error
    } finally {
      // A reader who leaves early must not leave the model's connection open.
      await events.return({})
    }
    yield toStep(node, 'finished', ports.now() - startedAt)
  }
  const rest = composer.finish()
  if (rest) yield { type: 'delta', text: rest }
}

function toStep({ id, type, title }: WorkflowNode, status: ReplyStep['status'], ms?: number): WorkflowEvent {
  return { type: 'step', step: { node_id: id, type, title, status, ...(ms === undefined ? {} : { ms: Math.round(ms) }) } }
}
