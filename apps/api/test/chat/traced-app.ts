// An application whose traces go to a collector, and whose log is read.
import { createLogger } from '../../src/platform/logging/log.ts'
import { startTracing } from '../../src/platform/telemetry/start-tracing.ts'
import { startTraceCollector } from '../servers/trace-collector.ts'
import { createChatApp } from './chat-app.ts'

/** `write` is given each line of the log. `stopTracing` sends what is left of the traces. */
export async function createTracedApp(logLevel: 'info' | 'trace', write: (line: string) => void) {
  const { received, tracing, close } = await startTraceCollector()
  const log = createLogger({ logLevel, tracing }, { destination: { write } })
  const stopTracing = startTracing(tracing, log)
  const app = await createChatApp({ config: { tracing }, log })
  return {
    app,
    received,
    stopTracing,
    async close() {
      await app.close()
      close()
    },
  }
}
