import multipart from '@fastify/multipart'
import { exportDatasetFile, importDatasetFile } from '@heddle/contracts/dataset/dataset-file'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendZip } from '../../../platform/http/send-stored-file.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { presentDataset } from '../dataset.presenter.ts'
import type { DatasetExportService } from './export.service.ts'
import type { DatasetImportFileService } from './import.service.ts'

type TransferRouteDependencies = {
  readonly exports: DatasetExportService
  readonly imports: DatasetImportFileService
  readonly authority: StreamAuthority
}

const uploadLimits = { maxFileBytes: limits.datasetFileBytes, maxFiles: 1 }

export function transferRoutes(app: App, { exports, imports, authority }: TransferRouteDependencies) {
  app.route({
    ...exportDatasetFile,
    handler: async ({ actor, params }, reply) => {
      const zip = await exports.exportDatasetFile(actor, params.id)
      return sendZip(reply, zip, (end) => authority.watch(actor, { permission: 'manage_knowledge' }, end))
    },
  })

  // Of its own instance: no other route of datasets but that of tables takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(uploadLimits))
    upload.route({
      ...importDatasetFile,
      handler: async (request, reply) => {
        const { actor, query } = request
        const receive = receiveFrom(request, uploadLimits)
        const { dataset, notices } = await imports.importDatasetFile(actor, query.group_id, receive, createDisconnectSignal(reply))
        return { dataset: presentDataset(dataset), notices: [...notices] }
      },
    })
  })
}
