import multipart from '@fastify/multipart'
import {
  actOnSources,
  cancelSource,
  createSource,
  deleteSource,
  getSource,
  getSourceContent,
  querySources,
  rereadSource,
  retrySource,
  syncSource,
  updateSource,
  updateSourceReading,
  uploadSources,
} from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendStoredFile } from '../../../platform/http/send-stored-file.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import { presentSource, presentSourceUpload } from './source.presenter.ts'
import type { SourceIntakeService } from './source-intake.service.ts'
import type { SourceRereadService } from './source-reread.service.ts'
import type { SourceService } from './source.service.ts'

const presentTotal = (count: number) => (count > limits.maxCountedRows ? { total_exceeds: limits.maxCountedRows } : { total: count })

const uploadLimits = { maxFileBytes: limits.sourceFileBytes, maxFiles: limits.sourceFilesPerUpload }

type Services = { readonly sources: SourceService; readonly intake: SourceIntakeService; readonly rereads: SourceRereadService }

export function sourceRoutes(app: App, { sources, intake, rereads }: Services) {
  app.route({
    ...querySources,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken, ...first } = await sources.querySources(actor, params.id, body)
      return {
        sources: rows.map(({ source }) => presentSource(source)),
        next_page_token: nextPageToken,
        ...('overview' in first && { ...first.overview, ...presentTotal(first.count) }),
      }
    },
  })

  app.route({
    ...createSource,
    bodyLimit: limits.pastedTextBodyBytes,
    handler: async ({ actor, params, body }) => ({ source: presentSource(await intake.createSource(actor, params.id, body)) }),
  })

  // Of its own instance: no other route of sources takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(uploadLimits))
    upload.route({
      ...uploadSources,
      handler: async (request, reply) => {
        const { actor, params, query } = request
        const { allow_duplicate: allowsDuplicate = false, folder = null } = query
        const options = { disconnected: createDisconnectSignal(reply), allowsDuplicate, folder }
        const outcomes = await intake.uploadSources(actor, params.id, receiveFrom(request, uploadLimits), options)
        return { results: outcomes.map(presentSourceUpload) }
      },
    })
  })

  app.route({
    ...getSource,
    handler: async ({ actor, params }) => ({ source: presentSource(await sources.getSource(actor, params.id, params.sourceId)) }),
  })

  app.route({
    ...updateSource,
    handler: async ({ actor, params, body }) => ({
      source: presentSource(await sources.updateSource(actor, params.id, params.sourceId, body)),
    }),
  })

  app.route({
    ...actOnSources,
    handler: async ({ actor, params, body }) => ({
      changed: await sources.actOnSources(actor, params.id, body.source_ids, body.action),
    }),
  })

  app.route({
    ...retrySource,
    handler: async ({ actor, params }) => ({ source: presentSource(await sources.retrySource(actor, params.id, params.sourceId)) }),
  })

  app.route({
    ...cancelSource,
    handler: async ({ actor, params }) => ({ source: presentSource(await sources.cancelSource(actor, params.id, params.sourceId)) }),
  })

  app.route({
    ...rereadSource,
    handler: async ({ actor, params }) => ({ source: presentSource(await rereads.rereadSource(actor, params.id, params.sourceId)) }),
  })

  app.route({
    ...updateSourceReading,
    handler: async ({ actor, params, body }) => ({
      source: presentSource(await rereads.updateSourceReading(actor, params.id, params.sourceId, body)),
    }),
  })

  app.route({
    ...syncSource,
    handler: async ({ actor, params }) => ({ source: presentSource(await sources.syncSource(actor, params.id, params.sourceId)) }),
  })

  app.route({
    ...deleteSource,
    handler: async ({ actor, params }) => {
      await sources.deleteSource(actor, params.id, params.sourceId)
      return { success: true as const }
    },
  })

  app.route({
    ...getSourceContent,
    exposeHeadRoute: true,
    handler: async (request, reply) => {
      const { actor, params, query } = request
      return sendStoredFile(request, reply, await sources.getSourceContent(actor, params.id, params.sourceId, query.version_id))
    },
  })
}
