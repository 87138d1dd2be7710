// Names the route that has held the event loop.
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { watchEventLoop } from '../telemetry/event-loop-watch.ts'
import type { Metrics } from '../telemetry/metrics.ts'

const nameRoute = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? 'unknown'}`

export const eventLoopPlugin = plugin<{ readonly metrics: Metrics }>(
  async (app, { metrics }) => {
    const watch = watchEventLoop(({ activity: route, heldMs }) => {
      metrics.eventLoopHeld.observe({ route }, heldMs / 1_000)
      app.log.warn({ route, heldMs }, 'Event loop was held')
    })
    app.addHook('onClose', async () => watch.stop())

    // A body that was read came by events of the socket, which know no context.
    for (const hook of ['onRequest', 'preValidation'] as const)
      app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => watch.runAs(nameRoute(request), done))

    // A body that is no JSON is answered before it is validated.
    app.addHook('onSend', (request, _reply, payload, done) => {
      watch.noteActivity(nameRoute(request))
      done(null, payload)
    })
  },
  { name: 'event-loop' },
)
