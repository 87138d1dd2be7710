import { createChatFolder, deleteChatFolder, queryChatFolders, updateChatFolder } from '@heddle/contracts/chat/folder'
import { deleteFolderFile, getFolderFile, listFolderFiles } from '@heddle/contracts/chat/folder-file'
import type { App } from '../../../platform/http/app-instance.ts'
import { sendStoredFile } from '../../../platform/http/send-stored-file.ts'
import { presentChatFile } from '../file/file.presenter.ts'
import type { FolderFileService } from './folder-file.service.ts'
import { presentChatFolder } from './folder.presenter.ts'
import type { FolderService } from './folder.service.ts'

export function folderRoutes(app: App, { folders, files }: { readonly folders: FolderService; readonly files: FolderFileService }) {
  app.route({
    ...queryChatFolders,
    handler: async ({ actor, body }) => {
      const { folders: rows, nextPageToken } = await folders.queryChatFolders(actor, body)
      return { folders: rows.map(presentChatFolder), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createChatFolder,
    handler: async ({ actor, body }) => ({ folder: presentChatFolder(await folders.createChatFolder(actor, body)) }),
  })

  app.route({
    ...updateChatFolder,
    handler: async ({ actor, params, body }) => ({ folder: presentChatFolder(await folders.updateChatFolder(actor, params.id, body)) }),
  })

  app.route({
    ...deleteChatFolder,
    handler: async ({ actor, params, query }) => {
      await folders.deleteChatFolder(actor, params.id, query)
      return { success: true } as const
    },
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
