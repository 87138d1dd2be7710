// The SDK of OpenTelemetry, imported only where traces are sent.
import { context, diag, DiagLogLevel, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { TracingSettings } from '@heddle/config/config'
import { version } from '../version.ts'

/** A process that stops waits no longer for its collector. */
const maxShutdownMs = 3_000
/** A collector may respond with a page. */
const maxReasonLength = 200

/** Begins to send spans; returns how to send the last ones and stop. */
export function startTracing({ url, ratio }: TracingSettings, log: FastifyBaseLogger): () => Promise<void> {
  // Outside of the span in whose context the timer of the exporter began.
  const warn = (reason: string) => context.with(ROOT_CONTEXT, () => log.warn({ reason: readReason(reason) }, 'Traces could not be sent'))
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.ERROR })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'heddle', 'service.version': version }).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
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

const Reason = z.object({ message: z.string() })

/** The SDK reports an error as JSON, with its stack and the body of the response. */
function readReason(report: string): string {
  try {
    return Reason.parse(JSON.parse(report)).message.slice(0, maxReasonLength)
  } catch {
    return report.slice(0, maxReasonLength)
  }
}
