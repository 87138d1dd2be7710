// Logs one line for each request: route, status and time, never content.
import plugin from 'fastify-plugin'

export const requestLogPlugin = plugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })
    app.addHook('onResponse', async (request, reply) => {
      const { url: route, config } = request.routeOptions
      const fields = { method: request.method, route, status: reply.statusCode, elapsedMs: Math.round(reply.elapsedTime) }
      if (config.quiet) request.log.debug(fields, 'Request was answered')
      else request.log.info(fields, 'Request was answered')
    })
  },
  { name: 'request-log' },
)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For probes and files, which are logged at level debug. */
    quiet?: boolean
  }
}
