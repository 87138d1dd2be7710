import { createDatasetRows, deleteDatasetRows, exportDataset, queryDatasetRows, updateDatasetRows } from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendTable } from '../../../platform/http/table/table-download.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { createRowPresenter, presentEditedRow } from './row.presenter.ts'
import type { RowService } from './row.service.ts'

type RowRouteDependencies = { readonly rows: RowService; readonly streamAuthority: StreamAuthority; readonly now: () => Date }

export function rowRoutes(app: App, { rows, streamAuthority, now }: RowRouteDependencies) {
  app.route({
    ...queryDatasetRows,
    handler: async ({ actor, params, body }) => {
      const page = await rows.queryDatasetRows(actor, params.id, body)
      const { columns, total } = page
      return {
        rows: page.rows.map(createRowPresenter(columns)),
        next_page_token: page.nextPageToken,
        ...(total !== undefined && { total, columns: [...columns] }),
      }
    },
  })

  app.route({
    ...createDatasetRows,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, params, body }) => {
      const { columns, added } = await rows.createDatasetRows(actor, params.id, body)
      return { rows: added.map(createRowPresenter(columns)) }
    },
  })

  app.route({
    ...updateDatasetRows,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, params, body }) => {
      const { columns, edited, added } = await rows.updateDatasetRows(actor, params.id, body)
      return {
        rows: edited.map(({ row, since }) => presentEditedRow(row, since, columns)),
        added: added.map(createRowPresenter(columns)),
      }
    },
  })

  app.route({
    ...deleteDatasetRows,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, params, body }) => ({ deleted: await rows.deleteDatasetRows(actor, params.id, body) }),
  })

  app.route({
    ...exportDataset,
    handler: async ({ actor, params, query }, reply) => {
      const { table, close } = await rows.exportDataset(actor, params.id, query)
      return sendTable(reply, {
        name: 'dataset',
        format: query.format,
        at: now(),
        ...table,
        watch(end) {
          const stopWatching = streamAuthority.watch(actor, { permission: 'manage_knowledge' }, end)
          return () => {
            stopWatching()
            close()
          }
        },
      })
    },
  })
}
