import multipart from '@fastify/multipart'
import { deleteFolderFile, getFolderFile, listFolderFiles, uploadFolderFiles } from '@heddle/contracts/chat/folder-file'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendStoredFile } from '../../../platform/http/send-stored-file.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import { presentChatFile, presentFileUpload } from '../file/file.presenter.ts'
import type { FolderFileService } from './folder-file.service.ts'

const bytesPerMegabyte = 1024 * 1024
const maxFiles = limits.filesPerUpload

export function folderFileRoutes(app: App, files: FolderFileService, { maxFileMb }: { readonly maxFileMb: number }) {
  // Of its own instance: no other route takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions({ maxFileBytes: maxFileMb * bytesPerMegabyte, maxFiles }))
    upload.route({
      ...uploadFolderFiles,
      handler: async (request, reply) => {
        const { actor, params } = request
        const outcomes = await files.uploadFolderFiles(actor, params.id, receiveFrom(request, { maxFiles }), createDisconnectSignal(reply))
        return { results: outcomes.map(presentFileUpload) }
      },
    })
  })

  app.route({
    ...listFolderFiles,
    handler: async ({ actor, params }) => ({ files: (await files.listFolderFiles(actor, params.id)).map(presentChatFile) }),
  })

  app.route({
    ...getFolderFile,
    exposeHeadRoute: true,
    handler: async (request, reply) =>
      sendStoredFile(request, reply, await files.getFolderFile(request.actor, request.params.id, request.params.fileId)),
  })

  app.route({
    ...deleteFolderFile,
    handler: async ({ actor, params }) => {
      await files.deleteFolderFile(actor, params.id, params.fileId)
      return { success: true } as const
    },
  })
}
