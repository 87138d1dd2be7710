import { exportCitedRows, getCitedContent, getCitedPage } from '@heddle/contracts/citation/cited-original'
import { getMessageSources } from '@heddle/contracts/reply/reply'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendStoredFile } from '../../../platform/http/send-stored-file.ts'
import { sendTable } from '../../../platform/http/table/table-download.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { toRowsTable } from './rows-table.presenter.ts'
import { presentCitedPage, presentOriginal } from './original.presenter.ts'
import type { OriginalService } from './original.service.ts'
import type { CitationService } from './citation.service.ts'

type CitationRouteDependencies = {
  readonly citations: CitationService
  readonly originals: OriginalService
  readonly streamAuthority: StreamAuthority
  readonly now: () => Date
}

export function citationRoutes(app: App, { citations, originals, streamAuthority, now }: CitationRouteDependencies) {
  app.route({
    ...getMessageSources,
    handler: async ({ actor, params }) => ({ sources: await citations.getMessageSources(actor, params.id, params.messageId) }),
  })

  app.route({
    ...getCitedContent,
    exposeHeadRoute: true,
    handler: async (request, reply) => sendStoredFile(request, reply, await originals.getCitedContent(request.actor, request.params)),
  })

  app.route({
    ...exportCitedRows,
    handler: async ({ actor, params, query }, reply) =>
      sendTable(reply, {
        name: 'rows',
        format: query.format,
        at: now(),
        ...toRowsTable(await citations.getCitedRows(actor, params)),
        watch: (end) => streamAuthority.watch(actor, { chatId: params.id }, end),
      }),
  })

  app.route({
    ...getCitedPage,
    handler: async ({ actor, params, query }) => {
      const { cited, ...page } = await originals.getCitedPage(actor, params, params.page)
      return { original: presentOriginal(cited), page: presentCitedPage(page, cited, query.at) }
    },
  })
}
