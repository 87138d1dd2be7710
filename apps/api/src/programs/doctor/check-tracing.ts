// The collector that traces are sent to.
import type { Config } from '@heddle/config/config'
import { describeError, type Finding, findingsOf } from './finding.ts'

const maxMs = 5_000

/** Sends no traces to the collector; finds nothing where none is configured. */
export async function checkTracing({ tracing }: Pick<Config, 'tracing'>): Promise<readonly Finding[]> {
  if (!tracing) return []
  const { ok, note } = findingsOf('Traces')
  const cure = 'start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT'
  try {
    const { status } = await fetch(tracing.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
      signal: AbortSignal.timeout(maxMs),
    })
    if (status < 300) return [ok(`${tracing.url} takes traces.`)]
    // The key of OTEL_EXPORTER_OTLP_HEADERS is read by the exporter alone.
    return [note(status === 401 || status === 403 ? `${tracing.url} wants a key.` : `${tracing.url} responds with ${status}: ${cure}.`)]
  } catch (error) {
    return [note(`${tracing.url} does not answer (${describeError(error)}): ${cure}.`)]
  }
}
