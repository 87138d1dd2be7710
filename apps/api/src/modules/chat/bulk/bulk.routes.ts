import { changeChats, type ChatResult, exportChats } from '@heddle/contracts/chat/bulk'
import type { App } from '../../../platform/http/app-instance.ts'
import { toErrorBody } from '../../../platform/http/failure.ts'
import { sendZip } from '../../../platform/http/send-stored-file.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { BulkService } from './bulk.service.ts'
import type { BulkExportService } from './export.service.ts'

type BulkRouteDependencies = { readonly bulk: BulkService; readonly exports: BulkExportService; readonly authority: StreamAuthority }

export function bulkRoutes(app: App, { bulk, exports, authority }: BulkRouteDependencies) {
  app.route({
    ...changeChats,
    handler: async ({ actor, body }) => ({
      results: (await bulk.changeChats(actor, body)).map(({ id, error }): ChatResult =>
        error === null ? { state: 'done', id } : { state: 'failed', id, error: toErrorBody(error).detail },
      ),
    }),
  })

  app.route({
    ...exportChats,
    handler: async ({ actor, body }, reply) =>
      sendZip(reply, await exports.exportChats(actor, body), (end) => authority.watch(actor, {}, end)),
  })
}
