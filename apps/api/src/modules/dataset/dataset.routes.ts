import {
  compareDatasetVersions,
  createDataset,
  deleteDataset,
  getDataset,
  getPublishedTable,
  publishDataset,
  queryDatasets,
  queryDatasetVersions,
  restoreDatasetVersion,
  updateDataset,
} from '@heddle/contracts/dataset/dataset'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../platform/http/app-instance.ts'
import { presentDataset, presentDatasetItem } from './dataset.presenter.ts'
import type { DatasetService } from './dataset.service.ts'
import { presentPublishedTable } from './query/published-table.ts'
import { createChangePresenter, presentVersion } from './version/version.presenter.ts'
import type { VersionService } from './version/version.service.ts'

type Services = { readonly datasets: DatasetService; readonly versions: VersionService }

export function datasetRoutes(app: App, { datasets, versions }: Services) {
  app.route({
    ...queryDatasets,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken } = await datasets.queryDatasets(actor, body)
      return { datasets: rows.map(presentDatasetItem), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createDataset,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, body }) => ({ dataset: presentDataset(await datasets.createDataset(actor, body.dataset)) }),
  })

  app.route({
    ...getDataset,
    handler: async ({ actor, params }) => ({ dataset: presentDataset(await datasets.getDataset(actor, params.id)) }),
  })

  app.route({
    ...updateDataset,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, params, body }) => ({ dataset: presentDataset(await datasets.updateDataset(actor, params.id, body)) }),
  })

  app.route({
    ...deleteDataset,
    handler: async ({ actor, params }) => {
      await datasets.deleteDataset(actor, params.id)
      return { success: true as const }
    },
  })

  app.route({
    ...publishDataset,
    handler: async ({ actor, params, body }) => ({ version: presentVersion(await versions.publishDataset(actor, params.id, body)) }),
  })

  app.route({
    ...queryDatasetVersions,
    handler: async ({ actor, params }) => ({
      versions: (await versions.queryDatasetVersions(actor, params.id)).map(presentVersion),
    }),
  })

  app.route({
    ...getPublishedTable,
    handler: async ({ actor, params }) => ({ table: presentPublishedTable(await datasets.getPublishedTable(actor, params.id)) }),
  })

  app.route({
    ...compareDatasetVersions,
    handler: async ({ actor, params, body }) => {
      const { rows, columns, counts, nextPageToken } = await versions.compareDatasetVersions(actor, params.id, body)
      return { changes: rows.map(createChangePresenter(columns)), columns, next_page_token: nextPageToken, ...(counts && { counts }) }
    },
  })

  app.route({
    ...restoreDatasetVersion,
    handler: async ({ actor, params, body }) => ({
      dataset: presentDataset(await versions.restoreDatasetVersion(actor, params.id, params.number, body)),
    }),
  })
}
