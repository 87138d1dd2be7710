// Puts the chat domain together.
import type { App } from '../../platform/http/app-instance.ts'
import type { Dependencies } from '../../platform/dependencies.ts'
import { createDocumentReader } from '../../platform/documents/document-reader.ts'
import type { RunningJob } from '../../platform/jobs/job-queue.ts'
import type { Paging } from '../../platform/http/paging.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { PreferenceService } from '../preference/preference.service.ts'
import type { MessageService } from '../message/message.service.ts'
import type { ReplyService } from '../reply/reply.service.ts'
import type { BackgroundRuns } from '../run/background-run.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { createBulkService } from './bulk/bulk.service.ts'
import { createChatDeletion } from './bulk/delete-chats.ts'
import { createBulkExportService } from './bulk/export.service.ts'
import { createChatTakeout } from './bulk/chat-takeout.ts'
import { createChatRepository } from './chat.repository.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatService } from './chat.service.ts'
import { createFileRemover } from '../../platform/files/file-remover.ts'
import { createChatFileRepository } from './file/file.repository.ts'
import { chatFileRoutes } from './file/file.routes.ts'
import { createChatFileService } from './file/file.service.ts'
import { deleteOldTestFiles } from './file/file.sql.ts'
import { createFileIntake } from './file/intake.ts'
import { folderFileRoutes } from './folder/folder-file.routes.ts'
import { createFolderFileService } from './folder/folder-file.service.ts'
import { folderRoutes } from './folder/folder.routes.ts'
import { createFolderService } from './folder/folder.service.ts'
import { removeAbandonedUploads } from '../../platform/http/upload-intake.ts'
import { historyRoutes } from './history/history.routes.ts'
import { createHistoryService } from './history/history.service.ts'
import { createSearchIndexer } from './history/search-indexer.ts'
import { createPreviewService } from './share/preview.service.ts'
import { createReaderService } from './share/reader.service.ts'
import { shareRoutes } from './share/share.routes.ts'
import { createShareService } from './share/share.service.ts'
import { createSeals } from '../message/seal/seal.ts'
import { createTemporaryChats } from './sealed/temporary.service.ts'
import { createTitleWriter } from './title.ts'
import type { TenantService } from '../tenant/tenant.service.ts'
import { createWordWriter } from './word/word.ts'

type Services = {
  readonly paging: Paging
  readonly streamAuthority: StreamAuthority
  readonly audit: AuditService
  readonly assistants: AssistantService
  readonly models: ModelService
  readonly backgroundRuns: BackgroundRuns
  readonly preferences: PreferenceService
  readonly replies: ReplyService
  readonly messages: MessageService
  readonly tenants: TenantService
}

export function createChatModule(dependencies: Dependencies, services: Services) {
  const { config, db, pool, keys, log, now, stopping, files } = dependencies
  const { paging, streamAuthority, audit, assistants, models, backgroundRuns, preferences, replies, messages, tenants } = services
  const rows = createChatRepository({ db, pool })
  const titles = createTitleWriter({ models, backgroundRuns, log })
  const store = { db: pool, seals: createSeals(keys.temporaryChats) }
  const temporary = createTemporaryChats({ store, files, log, now, titleFromQuestion: replies.titleFromQuestion })
  const chats = createChatService({
    db,
    chats: rows,
    store,
    assistants,
    models,
    preferences,
    replies,
    messages,
    titles,
    tenants,
    temporary,
  })

  const shares = createShareService({ db, paging, audit, chats: rows, chatViews: chats })
  const previews = createPreviewService({ db, pool, paging, chats: rows })
  const readers = createReaderService({ db, pool, paging, models, preferences, chats })

  const fileRows = createChatFileRepository(db)
  const intake = createFileIntake({ pool, rows: fileRows, files, documents: createDocumentReader(), stopping, log })
  const chatFiles = createChatFileService({ rows: fileRows, intake, chats: rows, files, paging, store })
  const folderFiles = createFolderFileService({ db, rows: fileRows, intake, files })

  const history = createHistoryService({ pool, paging, chats, messages })
  const word = createWordWriter({ tenants })
  const deletion = createChatDeletion({ chats: rows, replies })
  const folders = createFolderService({ db, pool, paging, assistants, deletion })
  const bulk = createBulkService({ pool, deletion })
  const exports = createBulkExportService({ history, now, stopping })
  const removeDueFiles = createFileRemover({ pool, files, log })
  const indexMessages = createSearchIndexer({ pool, stopping, restSeconds: 300 })

  return {
    services: { chats, chatTakeout: createChatTakeout({ db, files, history, now }) },

    routes(app: App) {
      chatRoutes(app, chats)
      historyRoutes(app, { history, word, now })
      shareRoutes(app, { shares, previews, readers })
      folderRoutes(app, folders)
      folderFileRoutes(app, folderFiles, config)
      bulkRoutes(app, { bulk, exports, authority: streamAuthority })
      chatFileRoutes(app, chatFiles, config)
      app.addHook('onReady', () => removeAbandonedUploads(now()))
    },

    jobs: [
      { name: 'end temporary chats', everyMs: 15_000, run: () => temporary.deleteEnded() },
      { name: 'index messages for the search', everyMs: 5_000, run: () => indexMessages() },
      {
        queue: 'remove-due-files',
        schedule: { cron: '* * * * *', timeZone: 'UTC' },
        run: async ({ signal }: RunningJob) => {
          await deleteOldTestFiles(pool)
          return removeDueFiles(signal)
        },
      },
    ],
  }
}
