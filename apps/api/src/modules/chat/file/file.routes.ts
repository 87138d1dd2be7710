import multipart from '@fastify/multipart'
import { deleteChatFile, getChatFile, queryChatFilePages, uploadChatFiles } from '@heddle/contracts/chat/chat-file'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../http/app-instance.ts'
import { whenLeft } from '../../../http/leaving.ts'
import { multipartOptions, receiveFrom } from '../../../http/upload-intake.ts'
import { presentFilePage, presentUploadResult } from './file.presenter.ts'
import { contentDisposition } from '../../../files/file-name.ts'
import type { ChatFileService, OpenedFile } from './file.service.ts'

const bytesPerMegabyte = 1024 * 1024

/** What was uploaded is not to be trusted: whatever a browser would make of it, it runs nothing. */
function sendFile(reply: FastifyReply, { file, content }: OpenedFile): FastifyReply {
  return reply
    .header('content-type', file.mediaType)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', contentDisposition(file.name, file.mediaType))
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-store')
    .send(content)
}

export function chatFileRoutes(app: App, files: ChatFileService, { maxFileMb }: { readonly maxFileMb: number }) {
  // Of its own instance: no other route takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(maxFileMb * bytesPerMegabyte))
    upload.route({
      ...uploadChatFiles,
      handler: async (request, reply) => {
        const { actor, params } = request
        const outcomes = await files.uploadChatFiles(actor, params.id, receiveFrom(request), whenLeft(reply))
        return { results: outcomes.map(presentUploadResult) }
      },
    })
  })

  app.route({
    ...getChatFile,
    handler: async (request, reply) => sendFile(reply, await files.getChatFile(request.actor, request.params.id, request.params.fileId)),
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
