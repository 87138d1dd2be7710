// Puts the chat domain together, and ties the life of its replies to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import type { App } from '../../app-instance.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StreamAuthority } from '../../permissions/stream-authority.ts'
import type { Paging } from '../../plugins/paging.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ModelService } from '../model/model.service.ts'
import { createSweeper } from './chat.jobs.ts'
import { createChatRepository } from './chat.repository.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatService } from './chat.service.ts'
import { createReplyRunner } from './reply/reply-runner.ts'
import { createReplyService } from './reply/reply.service.ts'
import { createReplySignals } from './reply/reply-signals.ts'
import { createTitleWriter } from './title.ts'

type UsedServices = {
  readonly paging: Paging
  readonly assistants: AssistantService
  readonly models: ModelService
  readonly streamAuthority: StreamAuthority
}

export function chatModule(app: App, dependencies: Dependencies, { paging, assistants, models, streamAuthority: authority }: UsedServices) {
  const { config, db, pool, log, stopping, models: port } = dependencies
  const sweep = createSweeper({ pool, countTokens, log })
  const signals = createReplySignals({ databaseUrl: config.databaseUrl, log })
  const runner = createReplyRunner({ pool, ports: { model: port, countTokens, now: () => performance.now() }, authority, log })
  const replies = createReplyService({ pool, runner, signals, authority, sweep, stopping })
  const writeTitle = createTitleWriter({ pool, port, models, countTokens, stopping, log })
  const chats = createChatService({ chats: createChatRepository(db), pool, paging, assistants, models, replies, sweep, writeTitle })

  chatRoutes(app, chats, replies)

  app.addHook('onReady', () => signals.start(runner.stop))
  // The streams end with their replies, and only then can the server close.
  stopping.addEventListener('abort', () => void runner.close(), { once: true })
  app.addHook('preClose', () => runner.close())
  app.addHook('onClose', () => signals.close())
}
