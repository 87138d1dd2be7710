// Counts the calls of models, and makes their spans, by the names that OpenTelemetry has for generative models.
import { type Attributes, SpanKind } from '@opentelemetry/api'
import { ModelError, type ModelUsage } from '@heddle/workflow/model/ports'
import type { ObserveModelCall } from '../inference/call-observer.ts'
import type { Metrics } from './metrics.ts'
import { endSpan, startSpan } from './spans.ts'

export const observeModelCalls =
  ({ modelCallSeconds, modelWaitSeconds }: Metrics): ObserveModelCall =>
  (operation, { upstreamName, endpoint: { baseUrl } }) => {
    const { host: endpoint, hostname } = new URL(baseUrl)
    const span = startSpan(`${operation} ${upstreamName}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': operation,
        // What the endpoint speaks; what it is behind that it does not tell.
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': upstreamName,
        'server.address': hostname,
      },
    })
    const startedAt = performance.now()
    const countSeconds = () => (performance.now() - startedAt) / 1_000
    let hasEnded = false
    return {
      begin() {
        modelWaitSeconds.observe({ endpoint }, countSeconds())
        span.setAttribute('heddle.model.wait_seconds', countSeconds())
      },
      answer: () => void span.setAttribute('gen_ai.response.time_to_first_chunk', countSeconds()),
      use: (usage) => void span.setAttributes(describeUsage(usage)),
      end(error) {
        if (hasEnded) return
        hasEnded = true
        modelCallSeconds.observe({ operation, endpoint, outcome: toOutcome(error) }, countSeconds())
        endSpan(span, error instanceof ModelError ? error.code : undefined)
      },
    }
  }

/** What is no failure of the call itself is the end of its reader. */
function toOutcome(error: unknown): string {
  if (error === undefined) return 'completed'
  return error instanceof ModelError ? error.code : 'stopped'
}

const describeUsage = ({ inputTokens, outputTokens, reasoningTokens, cachedTokens }: ModelUsage): Attributes => ({
  'gen_ai.usage.input_tokens': inputTokens,
  'gen_ai.usage.output_tokens': outputTokens,
  'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
  'gen_ai.usage.cache_read.input_tokens': cachedTokens,
})
