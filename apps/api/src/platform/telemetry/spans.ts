// Spans made by hand at the edges of the process (docs/decisions/0025). Without a tracer, which start-tracing.ts registers, they are
// nothing. An attribute is an id, a number or a name of the configuration: never a text of a chat, a document or a person.
import { type Attributes, context, type Context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

type SpanOptions = { readonly kind?: SpanKind; readonly attributes?: Attributes; readonly parent?: Context }

/** Starts a span below `parent`, or below the active one. */
export const startSpan = (name: string, { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() }: SpanOptions = {}): Span =>
  trace.getTracer('heddle').startSpan(name, { kind, attributes }, parent)

/** Ends a span; with the type of its failure, and never its message, which may quote what was sent. */
export function endSpan(span: Span, errorType?: string) {
  if (errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType)
  span.end()
}

/** Runs `act` with the span as the active one, and ends the span with it. */
export async function inSpan<T>(span: Span, act: () => Promise<T>): Promise<T> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), act)
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, toErrorType(error))
    throw error
  }
}

/** What a log line has of the active span. */
export function readTraceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const active = trace.getActiveSpan()?.spanContext()
  return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
}

function toErrorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
