// The SDK of OpenTelemetry, imported only where traces are sent.
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { TracingSettings } from '@heddle/config/config'
import { version } from '../boot/version.ts'

/** A process that stops waits no longer for its collector. */
const maxShutdownMs = 3_000
/** A collector may respond with a page. */
const maxReasonLength = 200

/** Begins to send spans; returns how to send the last ones and stop. */
export function startTracing({ endpoint, ratio }: TracingSettings, log: FastifyBaseLogger): () => Promise<void> {
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, maxReasonLength) }, 'Traces could not be sent')
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.ERROR })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'heddle', 'service.version': version }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const timedOut = new Promise<void>((resolve) => setTimeout(resolve, maxShutdownMs).unref())
    await Promise.race([provider.shutdown().catch((error: unknown) => warn(String(error))), timedOut])
    trace.disable()
    context.disable()
    diag.disable()
  }
}
