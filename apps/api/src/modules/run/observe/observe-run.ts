// Counts and traces the runs of workflows, their tokens and their nodes.
import { type Attributes, context, trace } from '@opentelemetry/api'
import type { ReplyStep } from '@heddle/contracts/message/message'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import { endSpan, startSpan } from '../../../platform/telemetry/spans.ts'
import type { RunEnding, RunSink } from '../run.ts'
import { traceNodes } from './trace-nodes.ts'

type Observed = { readonly metrics: Metrics; readonly flow: 'chat' | 'test'; readonly attributes: Attributes }
type Edges = { readonly sink: RunSink; readonly ports: WorkflowPorts }

/** Performs a run with a sink and ports that are watched, and returns its outcome. */
export async function observeRun(
  { metrics, flow, attributes }: Observed,
  { sink, ports }: Edges,
  perform: (sink: RunSink, ports: WorkflowPorts) => Promise<RunEnding>,
): Promise<RunEnding> {
  const span = startSpan('invoke_workflow', {
    attributes: { 'gen_ai.operation.name': 'invoke_workflow', 'heddle.flow': flow, ...attributes },
  })
  const own = trace.setSpan(context.active(), span)
  const nodes = span.isRecording() ? traceNodes(own, ports) : null
  const watched: RunSink = {
    ...sink,
    addStep(step) {
      countNode(metrics, step)
      nodes?.addStep(step)
      sink.addStep(step)
    },
  }
  metrics.repliesRunning.inc({ flow })
  try {
    const outcome = await context.with(own, () => perform(watched, nodes?.ports ?? ports))
    countOutcome(metrics, flow, outcome)
    span.setAttribute('heddle.outcome', outcome.status)
    if (outcome.error) span.setAttribute('error.type', outcome.error.code)
    return outcome
  } finally {
    metrics.repliesRunning.dec({ flow })
    nodes?.end()
    endSpan(span)
  }
}

function countNode({ nodeSeconds }: Metrics, { type, status, ms }: ReplyStep) {
  if (status !== 'started' && ms !== undefined) nodeSeconds.observe({ type, outcome: status }, ms / 1_000)
}

function countOutcome(metrics: Metrics, flow: Observed['flow'], { status, error, modelName, firstTokenMs, latencyMs, calls }: RunEnding) {
  metrics.replies.inc({ flow, outcome: status })
  if (error) metrics.replyErrors.inc({ flow, code: error.code })
  metrics.replySeconds.observe({ flow }, latencyMs / 1_000)
  if (firstTokenMs !== null) metrics.firstTokenSeconds.observe({ model: modelName }, firstTokenMs / 1_000)
  for (const { modelName: model, usage, serverCalls } of calls) {
    metrics.replyServerCalls.inc({ model }, serverCalls)
    metrics.replyTokens.inc({ model, type: 'input' }, usage.inputTokens)
    metrics.replyTokens.inc({ model, type: 'output' }, usage.outputTokens)
    metrics.replyTokens.inc({ model, type: 'reasoning' }, usage.reasoningTokens)
    metrics.replyTokens.inc({ model, type: 'cached' }, usage.cachedTokens)
  }
}
