// The client of the error-reporting service. It collects nothing by itself: every field of a report is set here, from the log line, whose
// text is fixed, and from the type, the code and the stack of the error.
import type { ErrorReportingSettings } from '@heddle/config/config'
import { collectNothing, toReportedMessage } from '@heddle/contracts/system/error-reporting'
import {
  createStackParser,
  createTransport,
  type Event,
  type Exception,
  generateSpanId,
  propagationContextFromHeaders,
  Scope,
} from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { LoggedError, LoggedFailure } from '../logging/log.ts'

const sendMs = 10_000
const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const parseStack = createStackParser(nodeStackLineParser())

type Origin = { readonly userId: string | undefined; readonly headers: IncomingHttpHeaders | undefined }

type RequestTrace = {
  /** Method and route, without any id. */
  readonly name: string
  readonly statusCode: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
}

export type ErrorClient = ReturnType<typeof createErrorClient>

/** The error and its causes, the innermost first, with paths from the root of the product on. */
function listExceptions({ type, message, stack = '', cause }: LoggedError): Exception[] {
  const frames = parseStack(stack).map((frame) => ({ ...frame, filename: frame.filename?.replace(root, '') }))
  return [...(cause ? listExceptions(cause) : []), { type, value: toReportedMessage(type, message), stacktrace: { frames } }]
}

/** The trace that the caller has begun, else a new one. */
function findTrace(headers: IncomingHttpHeaders | undefined) {
  const trace = headers?.['sentry-trace']
  return propagationContextFromHeaders(typeof trace === 'string' ? trace : undefined, undefined)
}

export function createErrorClient({ dsn, environment, tracesSampleRate }: ErrorReportingSettings, release: string) {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    dataCollection: collectNothing,
    integrations: [],
    stackParser: parseStack,
    // Transactions of their own, which Sentry-compatible services and older releases understand too.
    traceLifecycle: 'static',
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, { method: 'POST', body, signal: AbortSignal.timeout(sendMs) })
        await response.body?.cancel()
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        }
      }),
  })
  client.init()

  const send = (event: Event, headers: IncomingHttpHeaders | undefined) => {
    const scope = new Scope()
    scope.setPropagationContext(findTrace(headers))
    client.captureEvent(event, {}, scope)
  }

  return {
    sendError({ sentence, level, requestId, tags, error }: LoggedFailure, { userId, headers }: Origin) {
      const named = { ...tags, ...(requestId !== undefined && { request_id: requestId }), ...(error?.code && { error_code: error.code }) }
      const event: Event = {
        level,
        message: sentence,
        tags: named,
        ...(userId !== undefined && { user: { id: userId } }),
        ...(error && { exception: { values: listExceptions(error) } }),
      }
      send(event, headers)
    },

    sendTrace({ name, statusCode, startedAt, endedAt, requestId, headers }: RequestTrace) {
      const { traceId, parentSpanId, sampled = Math.random() < tracesSampleRate } = findTrace(headers)
      if (!sampled) return
      const trace = {
        trace_id: traceId,
        span_id: generateSpanId(),
        ...(parentSpanId !== undefined && { parent_span_id: parentSpanId }),
        op: 'http.server',
        status: statusCode < 400 ? 'ok' : statusCode < 500 ? 'invalid_argument' : 'internal_error',
      }
      const event: Event = {
        type: 'transaction',
        transaction: name,
        transaction_info: { source: 'route' },
        start_timestamp: startedAt / 1000,
        timestamp: endedAt / 1000,
        contexts: { trace, response: { status_code: statusCode } },
        tags: { request_id: requestId },
      }
      send(event, headers)
    },

    async close(timeoutMs: number) {
      await client.close(timeoutMs)
    },
  }
}
