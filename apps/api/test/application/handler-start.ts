import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Resolves when Fastify has called the next handler. */
export const handlerStart = () =>
  new Promise<void>((resolve) => {
    const channel = 'tracing:fastify.request.handler:start'
    const handleStart = () => {
      unsubscribe(channel, handleStart)
      // The handler is called after its listeners.
      setImmediate(resolve)
    }
    subscribe(channel, handleStart)
  })
