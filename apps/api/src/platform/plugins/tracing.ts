// A span for each request, and the context by which those of its run, its models and its searches are below it.
import { type Context, context, SpanKind, trace } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { endSpan, startSpan } from '../telemetry/spans.ts'

export const tracingPlugin = plugin(
  async (app) => {
    const contexts = new WeakMap<FastifyRequest, Context>()

    app.addHook('onRequest', (request, reply, done) => {
      const { url: route = 'unknown', config } = request.routeOptions
      if (config.quiet) return done()
      const { method } = request
      // Neither the path nor the query: a query has what people search for.
      const attributes = { 'http.request.method': method, 'http.route': route, 'heddle.request.id': request.id }
      const span = startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes })
      reply.raw.once('close', () => {
        const { statusCode } = reply.raw
        span.setAttribute('http.response.status_code', statusCode)
        endSpan(span, statusCode >= 500 ? String(statusCode) : undefined)
      })
      const own = trace.setSpan(context.active(), span)
      contexts.set(request, own)
      context.with(own, done)
    })

    // A body that was read, and a response that was written, came by events of the socket, which know no context.
    for (const hook of ['preValidation', 'onResponse'] as const) {
      app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => {
        context.with(contexts.get(request) ?? context.active(), done)
      })
    }
  },
  { name: 'tracing' },
)
