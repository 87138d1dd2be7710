// Counts the calls of models.
import { ModelError } from '@heddle/workflow/ports'
import type { ObserveModelCall } from '../models/call-observer.ts'
import type { Metrics } from './metrics.ts'

export const observeModelCalls =
  ({ modelCallSeconds, modelWaitSeconds }: Metrics): ObserveModelCall =>
  (operation, { endpoint }) => {
    const labels = { operation, endpoint: new URL(endpoint.baseUrl).host }
    const startedAt = performance.now()
    const countSeconds = () => (performance.now() - startedAt) / 1_000
    let hasEnded = false
    return {
      begin: () => modelWaitSeconds.observe({ endpoint: labels.endpoint }, countSeconds()),
      answer() {},
      use() {},
      end(error) {
        if (hasEnded) return
        hasEnded = true
        modelCallSeconds.observe({ ...labels, outcome: toOutcome(error) }, countSeconds())
      },
    }
  }

/** What is no failure of the call itself is the end of its reader. */
function toOutcome(error: unknown): string {
  if (error === undefined) return 'completed'
  return error instanceof ModelError ? error.code : 'stopped'
}
