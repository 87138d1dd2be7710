import { searchCollection } from '@heddle/contracts/retrieval/search'
import type { App } from '../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../platform/http/leaving.ts'
import { presentSearchResults } from './search.presenter.ts'
import type { SearchService } from './search.service.ts'

export function searchRoutes(app: App, searches: SearchService) {
  app.route({
    ...searchCollection,
    handler: async ({ actor, params, body }, reply) => {
      const { hits, notices, elapsedMs } = await searches.searchCollection(actor, params.id, body, createDisconnectSignal(reply))
      return { results: presentSearchResults(hits, body.query), notices: [...notices], elapsed_ms: elapsedMs }
    },
  })
}
