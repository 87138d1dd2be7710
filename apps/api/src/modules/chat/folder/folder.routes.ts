import { createChatFolder, deleteChatFolder, queryChatFolders, updateChatFolder } from '@heddle/contracts/chat/folder'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentChatFolder } from './folder.presenter.ts'
import type { FolderService } from './folder.service.ts'

export function folderRoutes(app: App, folders: FolderService) {
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
}
