import { abandonReindex, reindexCollection } from '@heddle/contracts/collection/collection'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentCollection } from '../../collection/collection.presenter.ts'
import type { ReindexService } from './reindex.service.ts'

export function reindexRoutes(app: App, reindexes: ReindexService) {
  app.route({
    ...reindexCollection,
    handler: async ({ actor, params, body }) => ({
      collection: presentCollection(await reindexes.reindexCollection(actor, params.id, body)),
    }),
  })

  app.route({
    ...abandonReindex,
    handler: async ({ actor, params }) => ({ collection: presentCollection(await reindexes.abandonReindex(actor, params.id)) }),
  })
}
