// Puts the chat domain together, and ties the life of its replies to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import { checkLanguage } from '@heddle/text/script-check'
import { featuresOf } from '@heddle/text/text-features'
import { splitPassages } from '@heddle/text/split-passages'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../../http/app-instance.ts'
import type { Dependencies } from '../../boot/dependencies.ts'
import { createDocumentReader } from '../../documents/document-reader.ts'
import type { StreamAuthority } from '../../permissions/stream-authority.ts'
import type { Paging } from '../../http/paging.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { ModelService } from '../model/model.service.ts'
import type { PreferenceService } from '../preference/preference.service.ts'
import { createSweeper } from '../reply/sweep/orphan-sweeper.ts'
import { createChatRepository } from './chat.repository.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatService } from './chat.service.ts'
import { createChatFileRepository } from './file/file.repository.ts'
import { chatFileRoutes } from './file/file.routes.ts'
import { createChatFileService } from './file/file.service.ts'
import { removeAbandonedUploads } from './file/file-intake.ts'
import { type LoadReplyFiles, loadReplyFiles } from '../reply/run/context-files.ts'
import { historyRoutes } from './history/history.routes.ts'
import { createHistoryService } from './history/history.service.ts'
import { createReplyRunner } from '../reply/run/run-supervisor.ts'
import { createReplyService } from '../reply/reply.service.ts'
import { createReplySignals } from '../reply/stream/notifications.ts'
import { sourceRoutes } from '../reply/source/source.routes.ts'
import { createSourceService } from '../reply/source/source.service.ts'
import { createTitleWriter } from './title.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new replies, and resolves when all of this process have ended. */
    drainReplies: () => Promise<void>
  }
}

type UsedServices = {
  readonly paging: Paging
  readonly audit: AuditService
  readonly assistants: AssistantService
  readonly models: ModelService
  readonly preferences: PreferenceService
  readonly streamAuthority: StreamAuthority
}

export function chatModule(
  app: App,
  dependencies: Dependencies,
  { paging, audit, assistants, models, preferences, streamAuthority: authority }: UsedServices,
) {
  const { config, db, pool, log, now, stopping, drainMs, models: port, files } = dependencies
  const sweep = createSweeper({ pool, countTokens, log, isRunningHere: (runId) => runner.find(runId) !== undefined })
  const signals = createReplySignals({ databaseUrl: config.databaseUrl, log })
  const runner = createReplyRunner({
    pool,
    ports: {
      model: port,
      countTokens,
      splitPassages,
      extractFeatures: featuresOf,
      checkLanguage,
      yieldToEventLoop: () => setImmediate(),
      wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
      now: () => performance.now(),
    },
    authority,
    drainMs,
    log,
  })
  const loadFiles: LoadReplyFiles = (reply) => loadReplyFiles({ pool, openFile: files.open, log }, reply)
  const replies = createReplyService({ pool, runner, loadFiles, signals, authority, sweep, stopping })
  const titles = createTitleWriter({ pool, port, models, countTokens, stopping, log })
  const chats = createChatService({
    db,
    chats: createChatRepository(db),
    audit,
    pool,
    assistants,
    models,
    preferences,
    replies,
    sweep,
    titles,
  })

  const chatFiles = createChatFileService({
    pool,
    rows: createChatFileRepository(db),
    chats: createChatRepository(db),
    assistants,
    files,
    documents: createDocumentReader(),
    paging,
    stopping,
    log,
  })

  chatRoutes(app, chats, replies)
  historyRoutes(app, createHistoryService({ pool, paging, chats }), now)
  chatFileRoutes(app, chatFiles, config)
  sourceRoutes(app, createSourceService({ pool, chats: createChatRepository(db) }))
  app.addHook('onReady', () => removeAbandonedUploads(now()))

  app.addHook('onReady', () => signals.start(runner.stop))
  // The streams end with their replies, and only then can the server close.
  stopping.addEventListener('abort', () => void runner.close(), { once: true })
  app.decorate('drainReplies', () => runner.close())
  app.addHook('preClose', () => runner.close())
  app.addHook('preClose', () => titles.close())
  app.addHook('onClose', () => signals.close())
}
