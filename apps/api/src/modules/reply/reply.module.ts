// Puts the reply together, and ties the life of its runs to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import { checkLanguage } from '@heddle/text/script-check'
import { featuresOf } from '@heddle/text/text-features'
import { splitPassages } from '@heddle/text/split-passages'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../../http/app-instance.ts'
import type { Dependencies } from '../../boot/dependencies.ts'
import type { ModelRouter } from '../../models/model-router.ts'
import type { StreamAuthority } from '../../permissions/stream-authority.ts'
import { createHttpPort } from '../../fetching/http-port.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import { createMessageService } from './message/message.service.ts'
import { replyRoutes } from './reply.routes.ts'
import { createReplyService } from './reply.service.ts'
import { type LoadContextFiles, loadContextFiles } from './run/context-files.ts'
import { createRunSupervisor } from './run/run-supervisor.ts'
import { sourceRoutes } from './source/source.routes.ts'
import { createSourceService } from './source/source.service.ts'
import { createReplyNotifications } from './stream/notifications.ts'
import { createOrphanSweeper } from './sweep/orphan-sweeper.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new replies, and resolves when all of this process have ended. */
    drainReplies: () => Promise<void>
  }
}

type Services = {
  readonly streamAuthority: StreamAuthority
  readonly modelRouter: ModelRouter
  readonly allowedHosts: AllowedHostService
}

export function createReplyModule(dependencies: Dependencies, { streamAuthority, modelRouter, allowedHosts }: Services) {
  const { config, pool, log, stopping, drainMs, files } = dependencies
  const sweep = createOrphanSweeper({ pool, countTokens, log, isRunningHere: (runId) => supervisor.find(runId) !== undefined })
  const notifications = createReplyNotifications({ databaseUrl: config.databaseUrl, log })
  const supervisor = createRunSupervisor({
    pool,
    openPorts: (run) => ({
      model: modelRouter.open(run),
      http: createHttpPort(() => allowedHosts.loadPermissions(run.tenantId)),
      countTokens,
      splitPassages,
      extractFeatures: featuresOf,
      checkLanguage,
      yieldToEventLoop: () => setImmediate(),
      wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
      now: () => performance.now(),
    }),
    authority: streamAuthority,
    drainMs,
    log,
  })
  const loadFiles: LoadContextFiles = (reply) => loadContextFiles({ pool, openFile: files.open, log }, reply)
  const replies = createReplyService({ pool, supervisor, loadFiles, notifications, authority: streamAuthority, sweep, stopping })
  const sources = createSourceService(pool)

  return {
    services: { replies, messages: createMessageService(pool) },

    routes(app: App) {
      replyRoutes(app, replies)
      sourceRoutes(app, sources)
      app.addHook('onReady', () => notifications.start(supervisor.stop))
      // The streams end with their replies, and only then can the server close.
      stopping.addEventListener('abort', () => void supervisor.close(), { once: true })
      app.decorate('drainReplies', () => supervisor.close())
      app.addHook('preClose', () => supervisor.close())
      app.addHook('onClose', () => notifications.close())
    },

    jobs: [{ name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweep() }],
  }
}
