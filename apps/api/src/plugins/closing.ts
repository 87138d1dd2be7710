// A connection whose answer ends while the server closes would be kept for a next call that is never taken, and the process
// with it: Node ends only those that are idle at the moment of closing.
import plugin from 'fastify-plugin'

export const closingPlugin = plugin<{ readonly stopping: AbortSignal }>(
  async (app, { stopping }) => {
    app.addHook('onResponse', async () => {
      // It is idle once the answer's last event has been handled.
      if (stopping.aborted) setImmediate(() => app.server.closeIdleConnections())
    })
  },
  { name: 'closing' },
)
