// The outside that a run reaches: models, addresses, collections, datasets, and the clock.
import { countTokens } from '@heddle/text/count-tokens'
import { checkLanguage } from '@heddle/text/language/script-check'
import { splitPassages } from '@heddle/retrieval/passage/split-passages'
import { listFeatures } from '@heddle/text/language/text-features'
import type { WorkflowPorts } from '@heddle/workflow/model/ports'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createHttpPort, type OnSecret } from '../../../platform/fetching/http-port.ts'
import type { ModelCaller, ModelRouter } from '../../../platform/inference/model-router.ts'
import type { AnswerService } from '../../dataset/match/answers.service.ts'
import type { DatasetQueryService } from '../../dataset/query/query.service.ts'
import type { Retrieval } from '../../retrieval/retrieval.ts'
import type { AllowedHostService } from '../../tenant/allowed-host/allowed-host.service.ts'
import { createAnswerPort } from './answer-port.ts'
import { createDatasetPort } from './dataset-port.ts'
import { createRetrievalPort } from './retrieval-port.ts'

type Dependencies = {
  readonly pool: Pool
  readonly now: () => Date
  readonly modelRouter: ModelRouter
  readonly allowedHosts: AllowedHostService
  readonly retrieval: Retrieval
  readonly datasetQueries: DatasetQueryService
  readonly approvedAnswers: AnswerService
}

/** Opens the outside for the runs of one user. `onSecret` is called before a host is sent its secret. */
export type OpenPorts = (caller: ModelCaller, onSecret?: OnSecret) => WorkflowPorts

export const createOpenPorts =
  ({ pool, now, modelRouter, allowedHosts, retrieval, datasetQueries, approvedAnswers }: Dependencies): OpenPorts =>
  ({ tenantId, userId, isBackground = false }, onSecret) => ({
    model: modelRouter.open({ tenantId, userId, isBackground }),
    http: createHttpPort(() => allowedHosts.loadPermissions(tenantId), onSecret),
    retrieval: createRetrievalPort({ pool, now, retrieval }, { id: userId, tenantId }, { isBackground }),
    datasets: createDatasetPort({ pool, now, datasetQueries }, { id: userId, tenantId }),
    approvedAnswers: createAnswerPort({ pool, now, approvedAnswers }, { id: userId, tenantId }, { isBackground }),
    countTokens,
    splitPassages,
    extractFeatures: listFeatures,
    checkLanguage,
    yieldToEventLoop: () => setImmediate(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    now: () => performance.now(),
  })
