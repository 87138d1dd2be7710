import multipart from '@fastify/multipart'
import {
  applyDatasetImport,
  checkDatasetImport,
  createDatasetImport,
  deleteDatasetImport,
  downloadDatasetImportErrors,
  downloadDatasetImportTemplate,
  getDatasetImport,
  planDatasetImport,
} from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import { writeErrorCsv } from './error-csv.ts'
import { presentImport } from './import.presenter.ts'
import type { ImportService } from './import.service.ts'
import { writeTemplateCsv } from './template-csv.ts'

const uploadLimits = { maxFileBytes: limits.datasetFileBytes, maxFiles: 1 }

const sendCsv = (reply: FastifyReply, name: string, content: Readable) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'private, no-store')
    .send(content)

export function importRoutes(app: App, imports: ImportService) {
  // Of its own instance: no other route of datasets takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(uploadLimits))
    upload.route({
      ...createDatasetImport,
      handler: async (request, reply) => {
        const { actor, params } = request
        const receive = receiveFrom(request, uploadLimits)
        const created = await imports.createDatasetImport(actor, params.id, receive, createDisconnectSignal(reply))
        return { import: presentImport(created) }
      },
    })
  })

  app.route({
    ...getDatasetImport,
    handler: async ({ actor, params }) => ({ import: presentImport(await imports.getDatasetImport(actor, params)) }),
  })

  app.route({
    ...planDatasetImport,
    handler: async ({ actor, params, body }) => ({ import: presentImport(await imports.planDatasetImport(actor, params, body)) }),
  })

  app.route({
    ...checkDatasetImport,
    bodyLimit: limits.datasetEditBytes,
    handler: async ({ actor, params, body }) => ({ import: presentImport(await imports.checkDatasetImport(actor, params, body)) }),
  })

  app.route({
    ...applyDatasetImport,
    handler: async ({ actor, params, body }) => ({ import: presentImport(await imports.applyDatasetImport(actor, params, body)) }),
  })

  app.route({
    ...deleteDatasetImport,
    handler: async ({ actor, params }) => {
      await imports.deleteDatasetImport(actor, params)
      return { success: true as const }
    },
  })

  app.route({
    ...downloadDatasetImportErrors,
    handler: async ({ actor, params }, reply) =>
      sendCsv(reply, 'import-errors', writeErrorCsv(await imports.downloadDatasetImportErrors(actor, params), actor.language)),
  })

  app.route({
    ...downloadDatasetImportTemplate,
    handler: async ({ actor, params }, reply) => {
      const columns = await imports.downloadDatasetImportTemplate(actor, params.id)
      return sendCsv(reply, 'import-template', writeTemplateCsv(columns, actor.language))
    },
  })
}
