// The files of a folder: kept as those of a chat, and given to every chat in it.
import type { PrismaClient } from '@heddle/db/client'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { ChatFileRepository } from '../file/file.repository.ts'
import type { ChatFileRow } from '../file/file.sql.ts'
import type { FileIntake, UploadOutcome } from '../file/intake.ts'
import { findFolder } from './folder.repository.ts'

type FolderFileDependencies = {
  readonly db: PrismaClient
  readonly rows: ChatFileRepository
  readonly intake: FileIntake
  readonly files: FileStore
}

export type FolderFileService = ReturnType<typeof createFolderFileService>

export function createFolderFileService({ db, rows, intake, files }: FolderFileDependencies) {
  async function assertOwn(actor: Actor, id: string) {
    if (!(await findFolder(db, actor, id))) throw new AppError('CHAT_FOLDER_NOT_FOUND')
  }

  return {
    async listFolderFiles(actor: Actor, folderId: string): Promise<ChatFileRow[]> {
      await assertOwn(actor, folderId)
      return rows.findOfFolder(folderId)
    },

    /** `disconnected` is aborted when the client disconnects. */
    async uploadFolderFiles(actor: Actor, folderId: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      await assertOwn(actor, folderId)
      return intake.upload({ tenantId: actor.tenantId, userId: actor.id, owner: { folderId } }, receive, disconnected)
    },

    async getFolderFile(actor: Actor, folderId: string, id: string): Promise<StoredFile> {
      await assertOwn(actor, folderId)
      const file = (await rows.findOfFolder(folderId)).find((each) => each.id === id)
      if (!file) throw new AppError('FILE_NOT_FOUND')
      return toStoredFile(files, file)
    },

    async deleteFolderFile(actor: Actor, folderId: string, id: string) {
      await assertOwn(actor, folderId)
      if (!(await rows.delete({ folderId }, id))) throw new AppError('FILE_NOT_FOUND')
    },
  }
}
