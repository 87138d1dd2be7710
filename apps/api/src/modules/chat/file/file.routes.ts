import multipart from '@fastify/multipart'
import { deleteChatFile, getChatFile, queryChatFilePages, uploadChatFiles, uploadTestFiles } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendStoredFile } from '../../../platform/http/send-stored-file.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import { presentFilePage, presentFileUpload } from './file.presenter.ts'
import type { ChatFileService } from './file.service.ts'

const bytesPerMegabyte = 1024 * 1024
const maxFiles = limits.filesPerUpload

export function chatFileRoutes(app: App, files: ChatFileService, { maxFileMb }: { readonly maxFileMb: number }) {
  // Of its own instance: no other route takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions({ maxFileBytes: maxFileMb * bytesPerMegabyte, maxFiles }))
    upload.route({
      ...uploadChatFiles,
      handler: async (request, reply) => {
        const { actor, params } = request
        const outcomes = await files.uploadChatFiles(actor, params.id, receiveFrom(request, { maxFiles }), createDisconnectSignal(reply))
        return { results: outcomes.map(presentFileUpload) }
      },
    })
    upload.route({
      ...uploadTestFiles,
      handler: async (request, reply) => {
        const receive = receiveFrom(request, { maxFiles })
        const outcomes = await files.uploadTestFiles(request.actor, receive, createDisconnectSignal(reply))
        return { results: outcomes.map(presentFileUpload) }
      },
    })
  })

  app.route({
    ...getChatFile,
    exposeHeadRoute: true,
    handler: async (request, reply) =>
      sendStoredFile(request, reply, await files.getChatFile(request.actor, request.params.id, request.params.fileId)),
  })

  app.route({
    ...queryChatFilePages,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken, total } = await files.queryChatFilePages(actor, params.id, params.fileId, body)
      return { pages: rows.map(presentFilePage), next_page_token: nextPageToken, total }
    },
  })

  app.route({
    ...deleteChatFile,
    handler: async ({ actor, params }) => ({ success: await files.deleteChatFile(actor, params.id, params.fileId) }),
  })
}
