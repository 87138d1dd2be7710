// Prompts to and from a file. Who manages a scope adds to it; who reads it exports what is offered there.
import type { exportPrompts, importPrompts } from '@heddle/contracts/prompt/prompt'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { DownloadTable } from '../../../platform/http/table/table-download.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import { createUploadRunner } from '../../../platform/http/watched-upload.ts'
import type { Actor, ActorAccess } from '../../../platform/permissions/actor.ts'
import { canManagePrompts } from '../../../platform/permissions/prompt.permissions.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import { presentExportedPrompt } from '../prompt.presenter.ts'
import type { ExportedPromptRow, PromptOwner, PromptRepository } from '../prompt.repository.ts'
import type { PromptService } from '../prompt.service.ts'
import { promptColumns, toPromptRecord } from './csv-prompts.ts'
import { readPrompts } from './read-prompts.ts'

type TransferDependencies = {
  readonly prompts: PromptService
  readonly repository: PromptRepository
  readonly authority: StreamAuthority
  readonly stopping: AbortSignal
}

const concurrentImports = { maxPerUser: 2, maxTotal: 12 }
const perPage = 200

export type PromptTransferService = ReturnType<typeof createPromptTransferService>

export function createPromptTransferService({ prompts, repository, authority, stopping }: TransferDependencies) {
  const runUpload = createUploadRunner({ authority, stopping }, concurrentImports, {})

  async function* writeJson(owner: PromptOwner): AsyncGenerator<string> {
    yield '{"format":"heddle-prompts","version":1,"prompts":['
    let afterId: string | undefined
    for (;;) {
      const rows = await repository.findExported(owner, afterId, perPage)
      for (const row of rows) {
        yield `${afterId === undefined && row === rows[0] ? '\n' : ',\n'}${JSON.stringify(presentExportedPrompt(row))}`
      }
      afterId = rows.at(-1)?.id
      if (rows.length < perPage) break
    }
    yield '\n]}\n'
  }

  return {
    /** Returns the file as JSON, which is read as it is sent, or the table of the CSV. */
    async exportPrompts(actor: Actor, { format, ...destination }: z.output<typeof exportPrompts.schema.body>) {
      const owner = await prompts.findOwner(actor, { ...destination, path: 'body/group_id' })
      if (format === 'json') return Readable.from(writeJson(owner), { objectMode: false })
      return {
        columns: promptColumns,
        findPage: (afterId, take) => repository.findExported(owner, afterId, take),
        toRecord: (row) => toPromptRecord(presentExportedPrompt(row)),
      } satisfies DownloadTable<ExportedPromptRow>
    },

    /** Yields the file with the prompts that a user keeps. */
    writeOwnPrompts: ({ id: ownerId, tenantId }: ActorAccess) => writeJson({ tenantId, ownerId, groupId: null }),

    /** Adds the prompts of a file, all or none. Returns their number. */
    async importPrompts(
      actor: Actor,
      destination: z.output<typeof importPrompts.schema.querystring>,
      receive: ReceiveFiles,
      disconnected: AbortSignal,
    ): Promise<number> {
      const owner = await prompts.findOwner(actor, { ...destination, path: 'querystring/group_id' })
      if (!canManagePrompts(actor, owner)) throw new AppError('FORBIDDEN')
      return runUpload(actor, disconnected, async (folder, signal) => {
        const [file] = await receive(folder, signal)
        if (!file || file.isCut) throw new AppError('FILE_TOO_LARGE')
        return prompts.addPrompts(actor, owner, await readPrompts(await readFile(file.path)))
      })
    },
  }
}
