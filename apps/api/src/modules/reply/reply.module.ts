// Puts the reply together, and ties the life of its runs to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import { checkLanguage } from '@heddle/text/script-check'
import { featuresOf } from '@heddle/text/text-features'
import { splitPassages } from '@heddle/text/split-passages'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../../http/app-instance.ts'
import type { Dependencies } from '../../boot/dependencies.ts'
import type { StreamAuthority } from '../../permissions/stream-authority.ts'
import { createMessageService } from './message/message.service.ts'
import { replyRoutes } from './reply.routes.ts'
import { createReplyService } from './reply.service.ts'
import { type LoadReplyFiles, loadReplyFiles } from './run/context-files.ts'
import { createReplyRunner } from './run/run-supervisor.ts'
import { sourceRoutes } from './source/source.routes.ts'
import { createSourceService } from './source/source.service.ts'
import { createReplySignals } from './stream/notifications.ts'
import { createSweeper } from './sweep/orphan-sweeper.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new replies, and resolves when all of this process have ended. */
    drainReplies: () => Promise<void>
  }
}

type Services = { readonly streamAuthority: StreamAuthority }

export function createReplyModule(dependencies: Dependencies, { streamAuthority }: Services) {
  const { config, pool, log, stopping, drainMs, models: model, files } = dependencies
  const sweep = createSweeper({ pool, countTokens, log, isRunningHere: (runId) => runner.find(runId) !== undefined })
  const signals = createReplySignals({ databaseUrl: config.databaseUrl, log })
  const runner = createReplyRunner({
    pool,
    ports: {
      model,
      countTokens,
      splitPassages,
      extractFeatures: featuresOf,
      checkLanguage,
      yieldToEventLoop: () => setImmediate(),
      wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
      now: () => performance.now(),
    },
    authority: streamAuthority,
    drainMs,
    log,
  })
  const loadFiles: LoadReplyFiles = (reply) => loadReplyFiles({ pool, openFile: files.open, log }, reply)
  const replies = createReplyService({ pool, runner, loadFiles, signals, authority: streamAuthority, sweep, stopping })
  const sources = createSourceService(pool)

  return {
    services: { replies, messages: createMessageService(pool) },

    routes(app: App) {
      replyRoutes(app, replies)
      sourceRoutes(app, sources)
      app.addHook('onReady', () => signals.start(runner.stop))
      // The streams end with their replies, and only then can the server close.
      stopping.addEventListener('abort', () => void runner.close(), { once: true })
      app.decorate('drainReplies', () => runner.close())
      app.addHook('preClose', () => runner.close())
      app.addHook('onClose', () => signals.close())
    },

    jobs: [{ name: 'sweep orphaned replies', everyMs: 2_000, run: () => sweep() }],
  }
}
