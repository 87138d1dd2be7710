// Tests of models: what a test shows is kept with the model, and fills in what is unknown of it.
import type { testModel as testModelContract } from '@heddle/contracts/model/model'
import { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import type { ModelFindings } from '@heddle/contracts/model/model-finding'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ModelRouter } from '../../../platform/inference/model-router.ts'
import type { RoutedModel } from '../../../platform/inference/routed-model.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { recordModelUsage, usedBy } from '../../usage/model-usage.service.ts'
import { isPossibleFinding } from '../finding/finding.rules.ts'
import { dropFindings, type FindingName, saveFinding } from '../finding/model-finding.sql.ts'
import type {
  FoundCapabilities,
  ManagedModelRepository,
  ManagedModelRow,
  ModelWithEndpoint,
} from '../managed-model/managed-model.repository.ts'
import { testModel } from './model-test.ts'
import type { TestCall } from './tested.ts'

type ModelTestDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly models: ManagedModelRepository
  readonly toRoutedModel: (model: ModelWithEndpoint) => RoutedModel
  readonly modelRouter: ModelRouter
  readonly audit: AuditService
  readonly stopping: AbortSignal
  readonly now: () => Date
}

type Result = Awaited<ReturnType<typeof testModel>>['result']

type ChatResult = NonNullable<Result['chat']>

/** A capability that was tried and stays unknown is no finding. */
const toFound = (capability: 'yes' | 'no' | 'unknown' | null) => (capability === 'unknown' ? null : capability)

const toCapabilities = ({ chat, embedding }: Result): FoundCapabilities => ({
  images: toFound(chat?.images ?? null),
  // A model may think only when a question is difficult.
  reasoning: chat && chat.reasoning !== 'none' ? 'yes' : null,
  jsonSchema: toFound(chat?.json_schema ?? null),
  embeddingDimension: embedding?.dimension ?? null,
})

/** Returns what a test has shown of the refused parameters: those that it had no reason to send are what they were. */
function toRefused({ refused_parameters: refused, json_schema }: ChatResult, known: readonly OptionalParameter[]): OptionalParameter[] {
  const isSent = (parameter: OptionalParameter) => {
    if (parameter === 'max_completion_tokens') return refused.includes('max_tokens')
    return parameter !== 'response_format' || json_schema !== null
  }
  return OptionalParameter.options.filter((each) => (isSent(each) ? refused : known).includes(each))
}

/** Keeps what a test of a chat model has shown of its settings; a limit that was found before and is refused no more is forgotten. */
async function saveChatFindings(tx: Queryable, tested: ModelWithEndpoint, chat: ChatResult, at: Date) {
  const found = { at, source: 'test' } as const
  const save = <Setting extends FindingName>(setting: Setting, value: NonNullable<ModelFindings[Setting]>['value']) =>
    saveFinding(tx, tested.id, setting, value, found)
  await save('refused_parameters', toRefused(chat, tested.refusedParameters))
  if (chat.reasoning !== 'none') await save('reasoning_format', chat.reasoning)
  const sources = { context_tokens: tested.contextTokensSource, max_output_tokens: tested.maxOutputTokensSource }
  for (const setting of ['context_tokens', 'max_output_tokens'] as const) {
    const value = chat[setting]
    if (value === null && sources[setting] === 'set') await dropFindings(tx, tested.id, [setting])
    if (value !== null && isPossibleFinding({ setting, value })) await save(setting, value)
  }
}

/** The model was deleted while it was tested. */
function refuseDeletedModel(cause: unknown): never {
  if (findViolatedConstraint(cause) !== 'model_test_model_id_fkey') throw cause
  throw new AppError('MODEL_NOT_FOUND', { cause })
}

export type ModelTestService = ReturnType<typeof createModelTestService>

export function createModelTestService(dependencies: ModelTestDependencies) {
  const { db, pool, models, toRoutedModel, modelRouter, audit, stopping, now } = dependencies

  async function recordCalls(actor: Actor, { id, name, endpointId }: ModelWithEndpoint, calls: readonly TestCall[], latencyMs: number) {
    const failure = calls.find((call) => call.failure !== undefined)?.failure
    await recordModelUsage(pool, {
      flow: 'test',
      ...usedBy(actor),
      models: calls.map(({ usage, serverCalls, firstTokenMs }) => ({ id, name, endpointId, usage, serverCalls, firstTokenMs })),
      outcome: failure === undefined ? 'completed' : 'failed',
      failure,
      latencyMs,
    })
  }

  return {
    /** Tests a model and returns it with the result. `signal` is aborted when the caller disconnects: then nothing but the usage is kept. */
    async testModel(
      actor: Actor,
      id: string,
      { checks = [] }: z.output<typeof testModelContract.schema.body>,
      signal: AbortSignal,
    ): Promise<ManagedModelRow> {
      const tested = await models.findWithEndpoint(actor.tenantId, id)
      if (!tested) throw new AppError('MODEL_NOT_FOUND')
      const stop = AbortSignal.any([signal, stopping])
      const model = { ...toRoutedModel(tested), kind: tested.kind }
      const { result, calls } = await testModel({ router: modelRouter, model, userId: actor.id, stop }, checks)
      await recordCalls(actor, tested, calls, result.elapsed_ms)
      if (stop.aborted) throw new AppError('SERVICE_UNAVAILABLE')
      return db
        .$transaction(async (tx) => {
          const testedAt = now()
          await models.saveTest(tx, id, { testedAt, testedById: actor.id, result })
          await models.saveCapabilities(tx, id, toCapabilities(result))
          if (result.chat) await saveChatFindings(tx, tested, result.chat, testedAt)
          const after = await models.findInTenant(actor.tenantId, id, tx)
          if (!after) throw new AppError('MODEL_NOT_FOUND')
          await audit.record(tx, actor, {
            action: 'testModel',
            target: { type: 'model', id, name: { default: after.name } },
            after: { error_code: result.error?.code ?? null },
          })
          return after
        })
        .catch(refuseDeletedModel)
    },
  }
}
