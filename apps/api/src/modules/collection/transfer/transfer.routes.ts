import multipart from '@fastify/multipart'
import { exportCollection, importCollection } from '@heddle/contracts/collection/collection-file'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendZip } from '../../../platform/http/send-stored-file.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { presentCollection } from '../collection.presenter.ts'
import type { ExportService } from './export.service.ts'
import type { CollectionImportService } from './import.service.ts'

type TransferRouteDependencies = {
  readonly exports: ExportService
  readonly imports: CollectionImportService
  readonly authority: StreamAuthority
}

const { bytes, manifestBytes } = limits.collectionFile

/** The zip has headers beside its originals. */
const uploadLimits = { maxFileBytes: bytes + 2 * manifestBytes, maxFiles: 1 }

export function transferRoutes(app: App, { exports, imports, authority }: TransferRouteDependencies) {
  app.route({
    ...exportCollection,
    handler: async ({ actor, params }, reply) => {
      const zip = await exports.exportCollection(actor, params.id)
      return sendZip(reply, zip, (end) => authority.watch(actor, { permission: 'manage_knowledge' }, end))
    },
  })

  // Of its own instance: no other route of collections takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(uploadLimits))
    upload.route({
      ...importCollection,
      handler: async (request, reply) => {
        const { actor, query } = request
        const receive = receiveFrom(request, uploadLimits)
        const { collection, questions } = await imports.importCollection(actor, query, receive, createDisconnectSignal(reply))
        return { collection: collection && presentCollection(collection), questions }
      },
    })
  })
}
