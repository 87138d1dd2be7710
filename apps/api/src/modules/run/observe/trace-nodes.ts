// The spans of a run's nodes, and what makes the calls of a node spans below its own.
import { type Context, context, type Span, trace } from '@opentelemetry/api'
import type { ReplyStep } from '@heddle/contracts/message/message'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import { endSpan, startSpan } from '../../../platform/telemetry/spans.ts'

/** Traces the nodes of a run below `parent`, by their steps. */
export function traceNodes(parent: Context, ports: WorkflowPorts) {
  const open = new Map<string, Span>()
  return {
    addStep({ node_id: nodeId, type, status }: ReplyStep) {
      if (status === 'started') {
        const attributes = { 'heddle.node.id': nodeId, 'heddle.node.type': type }
        if (!open.has(nodeId)) open.set(nodeId, startSpan(`node ${type}`, { parent, attributes }))
        return
      }
      const span = open.get(nodeId)
      open.delete(nodeId)
      if (span) endSpan(span, status === 'failed' ? 'node_failed' : undefined)
    },

    ports: {
      ...ports,
      forNode(nodeId: string): WorkflowPorts {
        const span = open.get(nodeId)
        return span ? enterPorts(ports, trace.setSpan(parent, span)) : ports
      },
    },

    /** Ends the spans of nodes that have told no end. */
    end() {
      for (const span of open.values()) span.end()
    },
  }
}

/** Returns ports whose calls begin in a context. A node is a generator, whose reader decides in which context it runs. */
function enterPorts(ports: WorkflowPorts, own: Context): WorkflowPorts {
  const { model, retrieval } = ports
  return {
    ...ports,
    model: { ...model, generate: (request, signal) => context.with(own, () => model.generate(request, signal)) },
    ...(retrieval && {
      retrieval: { ...retrieval, retrieve: (request, signal) => context.with(own, () => retrieval.retrieve(request, signal)) },
    }),
  }
}
