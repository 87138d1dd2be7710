// The models that administrators offer.
import { limits } from '@heddle/contracts/limits'
import type { createModel, queryModels, reorderModels, updateModel } from '@heddle/contracts/model/model'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { findEmbeddingPrefixes } from '@heddle/retrieval/embedding-prefixes'
import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { areFallbacksValid } from './fallback.rules.ts'
import { dropFindings } from '../finding/model-finding.sql.ts'
import { type GivenModel, toGivenSettings } from './given-settings.ts'
import type { ManagedModelRepository, ManagedModelRow, PriceColumns } from './managed-model.repository.ts'
import type { ModelEndpointRepository } from '../endpoint/model-endpoint.repository.ts'
import { presentManagedModel } from '../model.presenter.ts'
import type { FindModelUses } from '../model-uses.sql.ts'

type ManagedModelDependencies = {
  readonly db: PrismaClient
  readonly models: ManagedModelRepository
  readonly endpoints: ModelEndpointRepository
  readonly findModelUses: FindModelUses
  readonly paging: Paging
  readonly audit: AuditService
}

type NewModel = z.output<typeof createModel.schema.body>['model']

/** A price is valid from a moment on, so two of one moment contradict each other. */
function toPrices(prices: NonNullable<GivenModel['prices']>): PriceColumns[] {
  const moments = prices.map(({ valid_from }) => Date.parse(valid_from))
  if (new Set(moments).size < moments.length) {
    const fields = [{ path: 'body/model/prices', message: 'Two prices are valid from the same moment' }]
    throw new AppError('BAD_REQUEST', { params: { fields } })
  }
  return prices.map(({ valid_from, currency, input, cached_input, output }) => ({
    validFrom: valid_from,
    currency,
    input,
    cachedInput: cached_input,
    output,
  }))
}

function auditedFields(model: ManagedModelRow) {
  const {
    id: _id,
    is_default: _isDefault,
    last_test: _lastTest,
    findings: _findings,
    revision: _revision,
    created_at: _created,
    updated_at: _updated,
    abilities: _abilities,
    ...fields
  } = presentManagedModel(model)
  return fields as Record<string, Prisma.InputJsonValue | null>
}

const toTarget = ({ id, name }: { id: string; name: string }) => ({ type: 'model', id, name: { default: name } }) as const

/** Says at the field when the tenant has another model of this name. */
function refuseTakenName(cause: unknown): never {
  if (findViolatedConstraint(cause) !== 'model_tenant_id_name_key') throw cause
  throw new AppError('MODEL_NAME_EXISTS', { params: { fields: [{ path: 'body/model/name', message: 'The name is taken' }] }, cause })
}

export type ManagedModelService = ReturnType<typeof createManagedModelService>

export function createManagedModelService({ db, models, endpoints, findModelUses, paging, audit }: ManagedModelDependencies) {
  const list = paging.defineList({
    name: 'models',
    filters: z.object({ endpoint_id: z.string().optional(), kind: z.enum(['chat', 'embedding', 'rerank']).optional() }),
    key: z.object({ position: z.number(), name: z.string() }),
    defaultSize: limits.maxPageSize,
  })

  async function getModel(actor: Actor, id: string, on?: Queryable): Promise<ManagedModelRow> {
    const model = await models.findInTenant(actor.tenantId, id, on)
    if (!model) throw new AppError('MODEL_NOT_FOUND')
    return model
  }

  /** The model with what belongs to it is written; the chains of fallbacks are looked at as a whole. */
  async function assertFallbacks(tx: Queryable, tenantId: string) {
    if (areFallbacksValid(await models.listAll(tx, tenantId))) return
    const fields = [{ path: 'body/model/fallback_model_id', message: 'Not a model that may take over' }]
    throw new AppError('MODEL_FALLBACK_INVALID', { params: { fields } })
  }

  /** A fallback of another tenant is one that does not exist. */
  async function assertOwnFallback(tx: Queryable, tenantId: string, { fallback_model_id: id = null }: GivenModel) {
    if (id === null || (await models.findInTenant(tenantId, id, tx))) return
    const fields = [{ path: 'body/model/fallback_model_id', message: 'Not a model of this tenant' }]
    throw new AppError('MODEL_FALLBACK_INVALID', { params: { fields } })
  }

  async function assertUnused(tx: Queryable, tenantId: string, name: string) {
    const uses = await findModelUses(tx, tenantId, [name])
    if (uses) throw new AppError('MODEL_IN_USE', { params: uses })
  }

  return {
    getModel,

    async queryModels(actor: Actor, { endpoint_id, kind, ...request }: z.output<typeof queryModels.schema.body>) {
      const page = list.read(request, { endpoint_id, kind })
      const { filters, after, size } = page
      const where = {
        tenantId: actor.tenantId,
        ...(filters.endpoint_id !== undefined && { endpointId: filters.endpoint_id }),
        ...(filters.kind && { kind: filters.kind }),
      }
      return list.cut(page, await models.findPage(where, { after, take: size + 1 }), ({ position, name }) => ({ position, name }))
    },

    /** The new model is the last of the tenant's order, and its default when it has no other that may be chosen. */
    async createModel(actor: Actor, { endpoint_id: endpointId, kind = 'chat', prices = [], ...given }: NewModel): Promise<ManagedModelRow> {
      const { tenantId } = actor
      const { query: queryPrefix, passage: passagePrefix } = findEmbeddingPrefixes(given.upstream_name)
      const columns = { ...(kind === 'embedding' && { queryPrefix, passagePrefix }), ...toGivenSettings(given).columns }
      const priceColumns = toPrices(prices)
      return db
        .$transaction(async (tx) => {
          await endpoints.lock(tx, tenantId)
          const endpoint = await endpoints.findInTenant(tenantId, endpointId, tx)
          if (!endpoint) throw new AppError('MODEL_ENDPOINT_NOT_FOUND')
          // MODEL_NAMES says which ones there are.
          if (endpoint.isFromEnvironment) throw new AppError('MODEL_FROM_ENVIRONMENT')
          const others = await models.listAll(tx, tenantId)
          if (others.length >= limits.modelsPerTenant) throw new AppError('CONFLICT', { params: { max: limits.modelsPerTenant } })
          await assertOwnFallback(tx, tenantId, given)
          const id = randomUUIDv7()
          const position = Math.max(-1, ...others.map((other) => other.position)) + 1
          const owner = { id, tenantId, endpointId, kind, position, revision: 1 }
          await models.create(tx, { ...(columns as Prisma.ModelUncheckedCreateInput), ...owner })
          await models.replacePrices(tx, id, priceColumns)
          await assertFallbacks(tx, tenantId)
          const hasDefault = (await tx.model.count({ where: { tenantId, isDefault: true, enabled: true } })) > 0
          if (!hasDefault) await models.setDefault(tx, tenantId, id)
          const created = await getModel(actor, id, tx)
          await audit.record(tx, actor, { action: 'createModel', target: toTarget(created), after: auditedFields(created) })
          return created
        })
        .catch(refuseTakenName)
    },

    async updateModel(
      actor: Actor,
      id: string,
      { model: given, revision }: z.output<typeof updateModel.schema.body>,
    ): Promise<ManagedModelRow> {
      const { tenantId } = actor
      const prices = given.prices && toPrices(given.prices)
      return db
        .$transaction(async (tx) => {
          await endpoints.lock(tx, tenantId)
          const before = await getModel(actor, id, tx)
          if (before.revision !== revision) throw new AppError('REVISION_MISMATCH', { params: { current: presentManagedModel(before) } })
          await assertOwnFallback(tx, tenantId, given)
          // Graphs name a model by its name, and published ones never change.
          if (given.name !== undefined && given.name !== before.name) await assertUnused(tx, tenantId, before.name)
          const { columns, replacedFindings } = toGivenSettings(given, before)
          await models.update(tx, id, revision, columns)
          await dropFindings(tx, id, replacedFindings)
          if (prices) await models.replacePrices(tx, id, prices)
          await assertFallbacks(tx, tenantId)
          const after = await getModel(actor, id, tx)
          await audit.record(tx, actor, {
            action: 'updateModel',
            target: toTarget(after),
            before: auditedFields(before),
            after: auditedFields(after),
          })
          return after
        })
        .catch(refuseTakenName)
    },

    async deleteModel(actor: Actor, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        await endpoints.lock(tx, actor.tenantId)
        const model = await getModel(actor, id, tx)
        if (model.endpoint.isFromEnvironment) throw new AppError('MODEL_FROM_ENVIRONMENT')
        await assertUnused(tx, actor.tenantId, model.name)
        await models.delete(tx, id)
        await audit.record(tx, actor, { action: 'deleteModel', target: toTarget(model), before: auditedFields(model) })
      })
    },

    async setDefaultModel(actor: Actor, id: string): Promise<ManagedModelRow> {
      return db.$transaction(async (tx) => {
        await endpoints.lock(tx, actor.tenantId)
        const before = await getModel(actor, id, tx)
        if (!(await models.setDefault(tx, actor.tenantId, id))) throw new AppError('CONFLICT')
        await audit.record(tx, actor, {
          action: 'setDefaultModel',
          target: toTarget(before),
          before: { is_default: before.isDefault },
          after: { is_default: true },
        })
        return getModel(actor, id, tx)
      })
    },

    async reorderModels(actor: Actor, { model_ids }: z.output<typeof reorderModels.schema.body>): Promise<void> {
      const { tenantId } = actor
      await db.$transaction(async (tx) => {
        await endpoints.lock(tx, tenantId)
        const present = await models.listAll(tx, tenantId)
        const named = [...new Set(model_ids)]
        const positions = new Map(present.map(({ id, position }) => [id, position]))
        if (named.some((id) => !positions.has(id))) throw new AppError('MODEL_NOT_FOUND')
        const order = [...named, ...present.map(({ id }) => id).filter((id) => !named.includes(id))]
        for (const [position, id] of order.entries()) {
          if (positions.get(id) !== position) await models.setPosition(tx, id, position)
        }
        await audit.record(tx, actor, { action: 'reorderModels', before: { order: present.map(({ id }) => id) }, after: { order } })
      })
    },
  }
}
