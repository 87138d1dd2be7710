// Puts the reply together, and ties the life of its runs to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import type { App } from '../../platform/http/app-instance.ts'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { replyRoutes } from './reply.routes.ts'
import type { MessageService } from '../message/message.service.ts'
import { createSeals } from '../message/seal/seal.ts'
import { createReplyService } from './reply.service.ts'
import { type LoadContextFiles, loadContextFiles } from '../run/files/context-files.ts'
import type { OpenPorts } from '../run/ports/open-ports.ts'
import type { FindRunnableGraph } from '../workflow/runnable-graphs.ts'
import { createRunSupervisor } from './supervise/run-supervisor.ts'
import { createReplyNotifications } from './stream/notifications.ts'
import { createOrphanSweeper } from './sweep/orphan-sweeper.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new replies and test runs, and resolves when all of this process have ended. */
    drainReplies: () => Promise<void>
  }
}

type Services = {
  readonly streamAuthority: StreamAuthority
  readonly openPorts: OpenPorts
  readonly findRunnableGraph: FindRunnableGraph
  readonly endTrials: () => Promise<void>
  readonly messages: MessageService
}

export function createReplyModule(
  dependencies: Dependencies,
  { streamAuthority, openPorts, findRunnableGraph, endTrials, messages }: Services,
) {
  const { config, pool, keys, metrics, log, stopping, drainMs, files } = dependencies
  const store = { db: pool, seals: createSeals(keys.temporaryChats) }
  const sweep = createOrphanSweeper({ store, countTokens, log, isRunningHere: (runId) => supervisor.find(runId) !== undefined })
  const notifications = createReplyNotifications({ databaseUrl: config.databaseUrl, log })
  const supervisor = createRunSupervisor({ store, openPorts, authority: streamAuthority, drainMs, metrics, log })
  const loadFiles: LoadContextFiles = (reply) => loadContextFiles({ pool, openFile: files.open, log }, reply)
  const replies = createReplyService({
    store,
    supervisor,
    loadFiles,
    findRunnableGraph,
    notifications,
    authority: streamAuthority,
    sweep,
    stopping,
    messages,
    log,
  })
  const close = async () => {
    await Promise.all([supervisor.close(), endTrials()])
  }

  return {
    services: { replies },

    routes(app: App) {
      replyRoutes(app, replies)
      app.addHook('onReady', () => notifications.start(supervisor.stop))
      // The streams end with their replies, and only then can the server close.
      stopping.addEventListener('abort', () => void close(), { once: true })
      app.decorate('drainReplies', close)
      app.addHook('preClose', close)
      app.addHook('onClose', () => notifications.close())
    },

    jobs: [{ name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweep() }],
  }
}
