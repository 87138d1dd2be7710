// Chats as one zip. It is written to a folder first, so that it is whole or an error, and one chat at a time is in memory.
import type { exportChats } from '@heddle/contracts/chat/bulk'
import { limits } from '@heddle/contracts/limits'
import { createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { openFolderFile } from '../../../platform/files/folder-file.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import { requireTimeZone } from '../../../platform/http/require-time-zone.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { exportFileName } from '../history/chat-markdown.ts'
import { writeExport } from '../history/history.presenter.ts'
import type { HistoryService } from '../history/history.service.ts'

type ExportDependencies = {
  readonly history: Pick<HistoryService, 'findExport'>
  readonly now: () => Date
  readonly stopping: AbortSignal
}

type ExportRequest = z.output<typeof exportChats.schema.body>
type Zip = { readonly name: string; readonly size: number; readonly content: Readable }

/** Each export reads chat after chat, and holds a file. */
const concurrentExports = { maxPerUser: 2, maxTotal: 6 }

export type BulkExportService = ReturnType<typeof createBulkExportService>

export function createBulkExportService({ history, now, stopping }: ExportDependencies) {
  const concurrency = createConcurrencyLimit(concurrentExports)

  /** Writes the chats to the folder and adds them to the zip, numbered: two may have the same title, and some titles name no file. */
  async function addChats(actor: Actor, request: ExportRequest, { folder, zip }: { folder: string; zip: ZipFile }) {
    const missing: string[] = []
    let bytes = 0
    for (const [index, id] of [...new Set(request.ids)].entries()) {
      stopping.throwIfAborted()
      const exported = await history.findExport(actor, id, request)
      if (!exported) {
        missing.push(id)
        continue
      }
      const content = writeExport(actor, exported, now())
      bytes += Buffer.byteLength(content)
      if (bytes > limits.chatExportBytes) throw new AppError('FILE_TOO_LARGE')
      const path = join(folder, String(index))
      await writeFile(path, content)
      zip.addFile(path, `${String(index + 1).padStart(3, '0')} ${exportFileName(exported.view.chat.title, request.format)}`)
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\n')}\n`), 'not-found.txt')
  }

  return {
    /** Throws `FILE_TOO_LARGE` when the chats are too large together. */
    async exportChats(actor: Actor, request: ExportRequest): Promise<Zip> {
      requireTimeZone(request.time_zone ?? 'UTC', 'body/time_zone')
      const end = concurrency.beginWithin(actor.id)
      try {
        return await withUploadFolder(async (folder) => {
          const [zip, path] = [new ZipFile(), join(folder, 'zip')]
          zip.once('error', (error: Error) => zip.outputStream.destroy(error))
          await addChats(actor, request, { folder, zip })
          zip.end()
          await pipeline(zip.outputStream, createWriteStream(path), { signal: stopping })
          const { size } = await stat(path)
          const content = addAbortSignal(stopping, await openFolderFile(path)).once('close', end)
          return { name: 'chats.zip', size, content }
        })
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
