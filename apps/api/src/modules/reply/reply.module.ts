// Puts the reply together, and ties the life of its runs to that of the process.
import { countTokens } from '@heddle/text/count-tokens'
import { checkLanguage } from '@heddle/text/language/script-check'
import { listFeatures } from '@heddle/text/search/text-features'
import { splitPassages } from '@heddle/text/passage/split-passages'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { App } from '../../platform/http/app-instance.ts'
import type { Dependencies } from '../../platform/dependencies.ts'
import type { ModelRouter } from '../../platform/inference/model-router.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import { createHttpPort } from '../../platform/fetching/http-port.ts'
import type { AllowedHostService } from '../tenant/allowed-host/allowed-host.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { AssistantEditService } from '../assistant/assistant-edit.service.ts'
import type { ParsedPageService } from '../ingestion/chunk/parsed-page.service.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import type { ModelService } from '../model/model.service.ts'
import type { VersionService } from '../workflow/version.service.ts'
import type { WorkflowService } from '../workflow/workflow.service.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { createMessageService } from '../message/message.service.ts'
import { replyRoutes } from './reply.routes.ts'
import { createReplyService } from './reply.service.ts'
import { type LoadContextFiles, loadContextFiles } from '../run/context-files.ts'
import { createRetrievalPort } from '../run/retrieval-port.ts'
import { createRunSupervisor, type OpenPorts } from './supervise/run-supervisor.ts'
import { createOriginalService } from '../message/citation/original.service.ts'
import { sourceRoutes } from '../message/citation/citation.routes.ts'
import { createSourceService } from '../message/citation/citation.service.ts'
import { createReplyNotifications } from './stream/notifications.ts'
import { createOrphanSweeper } from './sweep/orphan-sweeper.ts'
import { createAssistantTrialService } from '../trial/assistant-trial.service.ts'
import { createInputPreparation } from '../trial/test-input.ts'
import { testRunRoutes } from '../trial/trial.routes.ts'
import { createTestRunner } from '../trial/test-runner.ts'
import { createWorkflowRunRepository } from '../trial/workflow-run.repository.ts'
import { createWorkflowRunService } from '../trial/workflow-run.service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new replies and test runs, and resolves when all of this process have ended. */
    drainReplies: () => Promise<void>
  }
}

type Services = {
  readonly streamAuthority: StreamAuthority
  readonly modelRouter: ModelRouter
  readonly allowedHosts: AllowedHostService
  readonly paging: Paging
  readonly audit: AuditService
  readonly models: ModelService
  readonly retrieval: Retrieval
  readonly parsedPages: ParsedPageService
  readonly workflows: WorkflowService
  readonly versions: VersionService
  readonly assistants: AssistantService
  readonly assistantEdits: AssistantEditService
}

export function createReplyModule(dependencies: Dependencies, services: Services) {
  const { streamAuthority, modelRouter, allowedHosts, retrieval } = services
  const { config, db, pool, metrics, log, now, stopping, drainMs, files } = dependencies
  const sweep = createOrphanSweeper({ pool, countTokens, log, isRunningHere: (runId) => supervisor.find(runId) !== undefined })
  const notifications = createReplyNotifications({ databaseUrl: config.databaseUrl, log })
  const openPorts: OpenPorts = (caller, onSecret) => ({
    model: modelRouter.open(caller),
    http: createHttpPort(() => allowedHosts.loadPermissions(caller.tenantId), onSecret),
    retrieval: createRetrievalPort({ pool, now, retrieval }, { id: caller.userId, tenantId: caller.tenantId }),
    countTokens,
    splitPassages,
    extractFeatures: listFeatures,
    checkLanguage,
    yieldToEventLoop: () => setImmediate(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    now: () => performance.now(),
  })
  const supervisor = createRunSupervisor({ pool, openPorts, authority: streamAuthority, drainMs, metrics, log })
  const loadFiles: LoadContextFiles = (reply) => loadContextFiles({ pool, openFile: files.open, log }, reply)
  const replies = createReplyService({ pool, supervisor, loadFiles, notifications, authority: streamAuthority, sweep, stopping })
  const sources = createSourceService(pool)
  const originals = createOriginalService({ ...services, pool, files })
  const runs = createWorkflowRunRepository(db, pool)
  const loadPrices = (tenantId: string) => runs.loadPrices(tenantId)
  const runner = createTestRunner({ db, pool, openPorts, loadPrices, authority: streamAuthority, audit: services.audit, metrics, log })
  const prepareInput = createInputPreparation({ pool, openFile: files.open, models: services.models, log })
  const workflowRuns = createWorkflowRunService({ ...services, runs, runner, prepareInput })
  const assistantTrials = createAssistantTrialService({ ...services, runs, runner, prepareInput })
  const close = async () => {
    await Promise.all([supervisor.close(), runner.close()])
  }

  return {
    services: { replies, messages: createMessageService(pool), workflowRuns },

    routes(app: App) {
      replyRoutes(app, replies)
      sourceRoutes(app, sources, originals)
      testRunRoutes(app, { workflowRuns, assistantTrials })
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
