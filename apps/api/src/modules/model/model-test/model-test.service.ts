// Tests of models: what a test shows is kept with the model, and fills in what is unknown of it.
import type { testModel as testModelContract } from '@heddle/contracts/model/model'
import type { PrismaClient } from '@heddle/db/client'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { findViolatedConstraint } from '../../../database/violated-constraint.ts'
import { AppError } from '../../../http/app-error.ts'
import type { ModelRouter } from '../../../models/model-router.ts'
import type { RoutedModel } from '../../../models/routed-model.ts'
import type { Actor } from '../../../permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { recordModelUsage, usedBy } from '../../usage/model-usage.service.ts'
import type {
  ManagedModelRepository,
  ManagedModelRow,
  ModelFindings,
  ModelWithEndpoint,
} from '../managed-model/managed-model.repository.ts'
import { type TestCall, testModel } from './model-test.ts'

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

/** A capability that was tried and stays unknown is no finding. */
const toFinding = (capability: 'yes' | 'no' | 'unknown' | null) => (capability === 'unknown' ? null : capability)

function toFindings({ chat, embedding }: Result, { tokenLimitField, acceptsTemperature }: ModelWithEndpoint): ModelFindings {
  const reasoning = chat && chat.reasoning !== 'none' ? 'yes' : null
  return {
    images: toFinding(chat?.images ?? null),
    // A model may think only when a question is difficult.
    reasoning,
    jsonSchema: toFinding(chat?.json_schema ?? null),
    tokenLimitField: chat?.token_limit_field && chat.token_limit_field !== tokenLimitField ? chat.token_limit_field : null,
    refusesTemperature: chat !== null && acceptsTemperature && !chat.accepts_temperature,
    embeddingDimension: embedding?.dimension ?? null,
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
      models: calls.map(({ usage, firstTokenMs }) => ({ id, name, endpointId, usage, firstTokenMs })),
      outcome: failure === undefined ? 'completed' : 'failed',
      failure,
      latencyMs,
    })
  }

  return {
    /** Tests a model and returns it with the result. `left` is aborted when the caller disconnects: then nothing but the usage is kept. */
    async testModel(
      actor: Actor,
      id: string,
      { checks = [] }: z.output<typeof testModelContract.schema.body>,
      left: AbortSignal,
    ): Promise<ManagedModelRow> {
      const tested = await models.findWithEndpoint(actor.tenantId, id)
      if (!tested) throw new AppError('MODEL_NOT_FOUND')
      const stop = AbortSignal.any([left, stopping])
      const model = { ...toRoutedModel(tested), kind: tested.kind }
      const { result, calls } = await testModel({ router: modelRouter, model, userId: actor.id, stop }, checks)
      await recordCalls(actor, tested, calls, result.elapsed_ms)
      if (stop.aborted) throw new AppError('SERVICE_UNAVAILABLE')
      return db
        .$transaction(async (tx) => {
          await models.saveTest(tx, id, { testedAt: now(), testedById: actor.id, result })
          if (!result.error) await models.saveFindings(tx, id, toFindings(result, tested))
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
