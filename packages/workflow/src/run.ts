// Runs a workflow: its nodes one after the other, each when all before it have ended.
import type { ReplyStep } from '@heddle/contracts/message'
import type { WorkflowGraph, WorkflowNode } from '@heddle/contracts/workflow'
import type { WorkflowEvent } from './events.ts'
import { planRun } from './graph-rules.ts'
import type { NodeContext, WorkflowInput } from './node-type.ts'
import { nodeTypeOf } from './node-types.ts'
import type { WorkflowPorts } from './ports.ts'
import { createReplyComposer, type ReplyComposer } from './reply-composer.ts'
import { renderTemplate } from './template.ts'

export type WorkflowRun = {
  readonly graph: WorkflowGraph
  readonly input: WorkflowInput
  readonly ports: WorkflowPorts
  readonly signal: AbortSignal
}

/**
 * Runs a workflow and yields what happens, as it happens. Ends when the reply is complete.
 * Throws a `WorkflowGraphError` before the first event when the graph breaks a rule, a `ModelError` when a model call fails, and
 * the signal's reason when it is aborted; the last two after the call's usage and the node's step. To stop a run, abort the signal
 * and read on to the end: leaving the loop early loses the usage.
 */
export async function* runWorkflow({ graph, input, ports, signal }: WorkflowRun): AsyncGenerator<WorkflowEvent, void> {
  const nodes = planRun(graph)
  const composer = createReplyComposer(nodes.flatMap((node) => (node.type === 'answer' ? [node.config.text] : [])))
  const context: NodeContext = { input, ports, signal, render: (template) => renderTemplate(template, composer.lookUp) }
  for (const node of nodes) {
    signal.throwIfAborted()
    yield* runNode(node, context, composer)
  }
  const rest = composer.finish()
  if (rest) yield { type: 'delta', text: rest }
}

async function* runNode(node: WorkflowNode, context: NodeContext, composer: ReplyComposer): AsyncGenerator<WorkflowEvent, void> {
  const startedAt = context.ports.now()
  const step = (status: ReplyStep['status'], ms?: number): WorkflowEvent => ({
    type: 'step',
    step: { node_id: node.id, type: node.type, title: node.title, status, ...(ms === undefined ? {} : { ms }) },
  })
  const elapsed = () => Math.round(context.ports.now() - startedAt)

  yield step('started')
  const events = nodeTypeOf(node).run(node, context)
  try {
    // Not `yield*`, because pieces become what the reply shows of them.
    let result = await events.next()
    for (; !result.done; result = await events.next()) {
      const event = result.value
      if (event.type !== 'piece') {
        yield event
        continue
      }
      const shown = composer.addPiece(node.id, event.field, event.text)
      if (shown) yield { type: 'delta', text: shown }
    }
    const shown = composer.addOutput(node.id, result.value)
    if (shown) yield { type: 'delta', text: shown }
  } catch (error) {
    yield step('failed', elapsed())
    throw error
  } finally {
    // A reader who leaves early must not leave the model's connection open.
    await events.return({})
  }
  yield step('finished', elapsed())
}
