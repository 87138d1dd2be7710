import multipart from '@fastify/multipart'
import { exportPrompts, importPrompts } from '@heddle/contracts/prompt/prompt'
import { limits } from '@heddle/contracts/limits'
import { Readable } from 'node:stream'
import type { App } from '../../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendMadeFile, sendTable } from '../../../platform/http/table/table-download.ts'
import { multipartOptions, receiveFrom } from '../../../platform/http/upload-intake.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { PromptTransferService } from './transfer.service.ts'

type TransferRouteDependencies = {
  readonly transfers: PromptTransferService
  readonly authority: StreamAuthority
  readonly now: () => Date
}

const uploadLimits = { maxFileBytes: limits.promptImportBytes, maxFiles: 1 }

export function promptTransferRoutes(app: App, { transfers, authority, now }: TransferRouteDependencies) {
  app.route({
    ...exportPrompts,
    handler: async ({ actor, body }, reply) => {
      const content = await transfers.exportPrompts(actor, body)
      const download = { name: 'prompts', at: now(), watch: (end: () => void) => authority.watch(actor, {}, end) }
      if (content instanceof Readable)
        return sendMadeFile(reply, download, { file: content, contentType: 'application/json; charset=utf-8', extension: 'json' })
      return sendTable(reply, { ...download, ...content, format: 'csv' })
    },
  })

  // Of its own instance: no other route of prompts takes a form.
  app.register(async (upload: App) => {
    await upload.register(multipart, multipartOptions(uploadLimits))
    upload.route({
      ...importPrompts,
      handler: async (request, reply) => {
        const receive = receiveFrom(request, uploadLimits)
        return { created: await transfers.importPrompts(request.actor, request.query, receive, createDisconnectSignal(reply)) }
      },
    })
  })
}
