// Counts the runs of workflows, their tokens and their nodes.
import type { ReplyStep } from '@heddle/contracts/chat/message'
import type { Metrics } from '../../../telemetry/metrics.ts'
import type { RunOutcome, RunSink } from './run.ts'

type Observed = { readonly metrics: Metrics; readonly flow: 'chat' | 'test' }

/** Performs a run with a sink that is watched, and returns its outcome. */
export async function observeRun(
  { metrics, flow }: Observed,
  sink: RunSink,
  perform: (sink: RunSink) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  metrics.repliesRunning.inc({ flow })
  try {
    const outcome = await perform({
      ...sink,
      addStep(step) {
        countNode(metrics, step)
        sink.addStep(step)
      },
    })
    countOutcome(metrics, flow, outcome)
    return outcome
  } finally {
    metrics.repliesRunning.dec({ flow })
  }
}

function countNode({ nodeSeconds }: Metrics, { type, status, ms }: ReplyStep) {
  if (status !== 'started' && ms !== undefined) nodeSeconds.observe({ type, outcome: status }, ms / 1_000)
}

function countOutcome(metrics: Metrics, flow: Observed['flow'], { status, error, modelName, firstTokenMs, latencyMs, calls }: RunOutcome) {
  metrics.replies.inc({ flow, outcome: status })
  if (error) metrics.replyErrors.inc({ flow, code: error.code })
  metrics.replySeconds.observe({ flow }, latencyMs / 1_000)
  if (firstTokenMs !== null) metrics.firstTokenSeconds.observe({ model: modelName }, firstTokenMs / 1_000)
  for (const { modelName: model, usage } of calls) {
    metrics.replyTokens.inc({ model, type: 'input' }, usage.inputTokens)
    metrics.replyTokens.inc({ model, type: 'output' }, usage.outputTokens)
    metrics.replyTokens.inc({ model, type: 'reasoning' }, usage.reasoningTokens)
    metrics.replyTokens.inc({ model, type: 'cached' }, usage.cachedTokens)
  }
}
