// Serves the metrics of a process that has no API, at METRICS_PORT.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Dependencies } from '../platform/dependencies.ts'
import { createMetricsAccess } from '../platform/telemetry/metrics-access.ts'
import { createScrape } from '../platform/telemetry/scrape.ts'

/** Starts to serve them, if there is a port to do so; returns how to stop it. */
export async function serveMetrics(dependencies: Dependencies): Promise<() => Promise<void>> {
  const { config, log } = dependencies
  const { port, token } = config.metrics
  if (port === undefined) return async () => {}
  const mayRead = createMetricsAccess(token)
  const scrape = createScrape(dependencies)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayRead(request)) return response.writeHead(404).end()
    try {
      const { contentType, text } = await scrape()
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
    } catch (error) {
      log.error({ err: error }, 'Metrics could not be written')
      response.writeHead(500).end()
    }
  })
  server.listen(port, config.host)
  await once(server, 'listening')
  log.info({ address: server.address() }, 'Metrics are served')
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
