// Counts the requests, and serves the metrics of the process at `/metrics`: for those who may not read them, the path does not exist.
import plugin from 'fastify-plugin'
import type { Metrics } from '../telemetry/metrics.ts'
import { createMetricsAccess } from '../telemetry/metrics-access.ts'
import type { Scrape } from '../telemetry/scrape.ts'

type MetricsOptions = { readonly metrics: Metrics; readonly scrape: Scrape; readonly token: string | undefined }

export const metricsPlugin = plugin<MetricsOptions>(
  async (app, { metrics, scrape, token }) => {
    const mayRead = createMetricsAccess(token)

    app.addHook('onSend', async (_request, reply) => {
      if (!isEventStream(reply.getHeader('content-type'))) return
      metrics.eventStreams.inc()
      reply.raw.once('close', () => metrics.eventStreams.dec())
    })

    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      // The template, never the path: a path has ids, and each would be a series of its own.
      const route = routeOptions.url ?? 'unknown'
      metrics.httpRequests.inc({ method, route, status: reply.statusCode })
      if (!isEventStream(reply.getHeader('content-type'))) metrics.httpSeconds.observe({ method, route }, reply.elapsedTime / 1_000)
    })

    app.route({
      method: 'GET',
      url: '/metrics',
      schema: { hide: true },
      config: { policy: 'public', quiet: true, light: true },
      handler: async (request, reply) => {
        if (!mayRead(request.raw)) {
          await app.countCall(request)
          return reply.callNotFound()
        }
        const { contentType, text } = await scrape()
        return reply.header('cache-control', 'no-store').type(contentType).send(text)
      },
    })
  },
  { name: 'metrics', dependencies: ['policy', 'rate-limit'] },
)

const isEventStream = (type: unknown) => typeof type === 'string' && type.startsWith('text/event-stream')
