import { servingTimeouts } from '@heddle/db/connection'
import { buildApp } from '../app.ts'
import type { ProcessPart } from './process.ts'
import { syncConfiguredModels } from '../modules/model/configured-models.ts'

/** Serves HTTP. Any number of processes do so side by side on one database. */
export const serving: ProcessPart = {
  name: 'api',
  timeouts: servingTimeouts,
  async start(dependencies) {
    const { config } = dependencies
    await syncConfiguredModels(dependencies.db, config.model)
    const app = await buildApp(dependencies)
    await app.listen({ port: config.port, host: config.host })
    return async () => {
      // While the server still listens: who reads a reply may have to come back for its end.
      await app.drainReplies()
      await app.close()
    }
  },
}
