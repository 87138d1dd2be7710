// The endpoints that administrators connect. A key goes in and never out: only `callable-model.ts` decrypts it.
import type { MeasuredEndpoint } from '@heddle/contracts/debug/debug'
import type { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { createModelEndpoint, queryModelEndpoints, updateModelEndpoint } from '@heddle/contracts/model/model-endpoint'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import type { Overview } from '@heddle/contracts/overview/overview'
import type { SecretCipher } from '@heddle/security/secret-cipher'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { findViolatedConstraint } from '../../../platform/database/violated-constraint.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { findPrivateRefusal, isAllowedBaseUrl, refuseUnreachable } from '../../../platform/inference/endpoint/endpoint-address.ts'
import { type HealthState, judgeCall } from '../../../platform/inference/endpoint/endpoint-health.ts'
import type { ModelRouter } from '../../../platform/inference/model-router.ts'
import type { RoutedEndpoint } from '../../../platform/inference/routed-model.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { presentModelEndpoint } from './model-endpoint.presenter.ts'
import type { ModelEndpointChange, ModelEndpointRepository, ModelEndpointRow } from './model-endpoint.repository.ts'
import { findKeptCalls, type KeptCall } from './kept-calls.sql.ts'
import type { FindModelUses } from '../model-uses.sql.ts'
import type { PrivateServers } from './private-servers.ts'

type ModelEndpointDependencies = {
  readonly db: PrismaClient
  readonly endpoints: ModelEndpointRepository
  readonly findModelUses: FindModelUses
  readonly cipher: SecretCipher
  readonly toRoutedEndpoint: (endpoint: ModelEndpointRow) => RoutedEndpoint
  /** Whether the environment has a key for its endpoint. */
  readonly hasEnvironmentKey: boolean
  readonly privateServers: PrivateServers
  readonly modelRouter: Pick<ModelRouter, 'describeHealth' | 'listModels'>
  readonly paging: Paging
  readonly audit: AuditService
}

type GivenEndpoint = z.output<typeof updateModelEndpoint.schema.body>['endpoint']

/** Characters of a key that its hint has; a short key has none. */
const hintLength = 4
const minHintedKeyLength = 16

export const keyOwner = ({ tenantId, id }: { tenantId: string; id: string }) => ['model_endpoint', tenantId, id]

/** Shows that there is another key, and nothing of it: the ciphertext has a random nonce. */
const createDigest = (ciphertext: Uint8Array) => `sha256:${createHash('sha256').update(ciphertext).digest('hex').slice(0, 16)}`

const auditedFields = (endpoint: ModelEndpointRow) => ({
  name: endpoint.name,
  base_url: endpoint.baseUrl,
  kind: endpoint.kind,
  purposes: endpoint.purposes,
  key: endpoint.keyCiphertext && createDigest(endpoint.keyCiphertext),
  first_token_seconds: endpoint.firstTokenSeconds,
  between_tokens_seconds: endpoint.betweenTokensSeconds,
  total_seconds: endpoint.totalSeconds,
  max_concurrent: endpoint.maxConcurrent,
  enabled: endpoint.enabled,
})

const toTarget = ({ id, name }: ModelEndpointRow) => ({ type: 'model_endpoint', id, name: { default: name } }) as const

/** Says at the field when the tenant has another endpoint of this name. */
function refuseTakenName(cause: unknown): never {
  if (findViolatedConstraint(cause) !== 'model_endpoint_tenant_id_name_key') throw cause
  throw new AppError('MODEL_NAME_EXISTS', { params: { fields: [{ path: 'body/endpoint/name', message: 'The name is taken' }] }, cause })
}

function createAddressError(reason?: 'private_network') {
  const fields = [{ path: 'body/endpoint/base_url', message: 'The address is not allowed' }]
  return new AppError('MODEL_ADDRESS_REFUSED', { params: { fields, ...(reason && { reason }) } })
}

const findErrorCode = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'UNKNOWN')

export type ModelEndpointService = ReturnType<typeof createModelEndpointService>

export function createModelEndpointService(dependencies: ModelEndpointDependencies) {
  const { db, endpoints, findModelUses, cipher, toRoutedEndpoint, hasEnvironmentKey, privateServers, modelRouter, paging, audit } =
    dependencies
  const list = paging.defineList({
    name: 'model endpoints',
    filters: z.object({}),
    key: z.object({ isFromEnvironment: z.boolean(), id: z.string() }),
    defaultSize: limits.maxPageSize,
  })

  async function getEndpoint(actor: Actor, id: string, on?: Queryable): Promise<ModelEndpointRow> {
    const endpoint = await endpoints.findInTenant(actor.tenantId, id, on)
    if (!endpoint) throw new AppError('MODEL_ENDPOINT_NOT_FOUND')
    return endpoint
  }

  const hasKey = (row: ModelEndpointRow) =>
    row.isFromEnvironment ? hasEnvironmentKey : row.keyCiphertext !== null && row.keyId === cipher.keyId

  const present = (row: ModelEndpointRow, health = modelRouter.describeHealth(row)) =>
    presentModelEndpoint(row, { hasKey: hasKey(row), health })

  /** Returns the health of each endpoint: of one that this process has not called, what was kept of earlier calls. */
  async function describeHealths(rows: readonly ModelEndpointRow[]): Promise<HealthState[]> {
    const healths = rows.map((row) => modelRouter.describeHealth(row))
    const untried = rows.filter((_, index) => healths[index]?.state === 'untried')
    const kept = untried.length === 0 ? new Map<string, KeptCall>() : await findKeptCalls(db, untried)
    return healths.map((health, index) => {
      const call = health.state === 'untried' ? kept.get(rows[index]?.id ?? '') : undefined
      return call ? { state: judgeCall(call.errorCode) ?? 'available', pausedMs: null } : health
    })
  }

  const findEnabled = (tenantId: string) => db.modelEndpoint.findMany({ where: { tenantId, enabled: true }, orderBy: { id: 'asc' } })

  const findState = (row: ModelEndpointRow, { state }: HealthState) =>
    row.keyCiphertext !== null && !hasKey(row) ? ('key_missing' as const) : state

  function toKeyColumns(owner: { tenantId: string; id: string }, apiKey: string | null): ModelEndpointChange {
    if (apiKey === null) return { keyCiphertext: null, keyId: null, keyHint: null }
    const { keyId, ciphertext } = cipher.encrypt(apiKey, keyOwner(owner))
    return { keyCiphertext: ciphertext, keyId, keyHint: apiKey.length < minHintedKeyLength ? '' : apiKey.slice(-hintLength) }
  }

  /** Said when it is saved, so that no one waits for a first call to learn it; every connection is judged again. */
  async function refuseForeignAddress(tenantId: string, baseUrl: string | undefined) {
    if (baseUrl === undefined) return
    await refuseUnreachable(baseUrl, () => privateServers.mayHave(tenantId, baseUrl)).catch((error: unknown) => {
      throw createAddressError(findPrivateRefusal(error) && 'private_network')
    })
  }

  /** The columns of what is given. */
  function toColumns(owner: { tenantId: string; id: string }, given: GivenEndpoint): ModelEndpointChange {
    if (given.base_url !== undefined && !isAllowedBaseUrl(given.base_url)) throw createAddressError()
    const columns = {
      name: given.name,
      baseUrl: given.base_url?.replace(/\/+$/, ''),
      kind: given.kind,
      purposes: given.purposes && [...new Set(given.purposes)],
      firstTokenSeconds: given.timeouts?.first_token,
      betweenTokensSeconds: given.timeouts?.between_tokens,
      totalSeconds: given.timeouts?.total,
      maxConcurrent: given.max_concurrent,
      enabled: given.enabled,
      ...(given.api_key !== undefined && toKeyColumns(owner, given.api_key)),
    }
    return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  }

  return {
    getEndpoint,

    present,

    async presentAll(rows: readonly ModelEndpointRow[]) {
      const healths = await describeHealths(rows)
      return rows.map((row, index) => present(row, healths[index]))
    },

    /** Of the endpoints that are switched on: how many there are, those that do not work, and those of which no call is known. */
    async summarizeHealth({ tenantId }: Actor) {
      const enabled = await findEnabled(tenantId)
      const healths = await describeHealths(enabled)
      const summary: NonNullable<Overview['models']> = { endpoints: enabled.length, unavailable: [], untried: [] }
      for (const [index, health] of healths.entries()) {
        const row = enabled[index]
        const state = row && findState(row, health)
        if (!row || state === 'available') continue
        const named = { id: row.id, name: row.name, is_from_environment: row.isFromEnvironment }
        if (state === 'untried') summary.untried.push(named)
        else if (state) summary.unavailable.push({ ...named, state })
      }
      return summary
    },

    /** How long each endpoint that is switched on takes to list its models, or why it does not. No model is called. */
    async measureEndpoints({ tenantId }: Actor): Promise<MeasuredEndpoint[]> {
      const measure = async (row: ModelEndpointRow): Promise<MeasuredEndpoint> => {
        const begin = performance.now()
        // Of every kind as OpenAI's: one call, where Ollama's own addresses are one for each model.
        const error = await modelRouter.listModels(toRoutedEndpoint(row), 'openai').then(() => null, findErrorCode)
        return {
          id: row.id,
          name: row.name,
          is_from_environment: row.isFromEnvironment,
          state: findState(row, modelRouter.describeHealth(row)),
          latency_ms: Math.round(performance.now() - begin),
          error,
        }
      }
      return Promise.all((await findEnabled(tenantId)).map(measure))
    },

    async queryModelEndpoints(actor: Actor, request: z.output<typeof queryModelEndpoints.schema.body>) {
      const page = list.read(request, {})
      const found = await endpoints.findPage(actor.tenantId, { after: page.after, take: page.size + 1 })
      return list.cut(page, found, ({ isFromEnvironment, id }) => ({ isFromEnvironment, id }))
    },

    /** What the endpoint says of its models, and which of them are offered. No transaction is open meanwhile. */
    async listUpstreamModels(actor: Actor, id: string) {
      const endpoint = await getEndpoint(actor, id)
      const models = await modelRouter.listModels(toRoutedEndpoint(endpoint), endpoint.kind)
      const offered = new Set(await endpoints.listUpstreamNames(id))
      return models.map((model) => ({ ...model, isOffered: offered.has(model.upstreamName) }))
    },

    async createModelEndpoint(
      actor: Actor,
      given: z.output<typeof createModelEndpoint.schema.body>['endpoint'],
    ): Promise<ModelEndpointRow> {
      const { tenantId } = actor
      const id = randomUUIDv7()
      const columns = toColumns({ tenantId, id }, given) as Prisma.ModelEndpointUncheckedCreateInput
      await refuseForeignAddress(tenantId, given.base_url)
      return db
        .$transaction(async (tx) => {
          await endpoints.lock(tx, tenantId)
          if ((await endpoints.count(tx, tenantId)) >= limits.modelEndpointsPerTenant)
            throw new AppError('CONFLICT', { params: { max: limits.modelEndpointsPerTenant } })
          const created = await endpoints.create(tx, { ...columns, id, tenantId })
          await audit.record(tx, actor, { action: 'createModelEndpoint', target: toTarget(created), after: auditedFields(created) })
          return created
        })
        .catch(refuseTakenName)
    },

    async updateModelEndpoint(
      actor: Actor,
      id: string,
      { endpoint: given, revision }: z.output<typeof updateModelEndpoint.schema.body>,
    ): Promise<ModelEndpointRow> {
      const change = toColumns({ tenantId: actor.tenantId, id }, given)
      await refuseForeignAddress(actor.tenantId, given.base_url)
      return db
        .$transaction(async (tx) => {
          const before = await getEndpoint(actor, id, tx)
          if (before.isFromEnvironment) throw new AppError('MODEL_FROM_ENVIRONMENT')
          // Else an administrator could have the stored key sent to a host of their own.
          const isMoved = change.baseUrl !== undefined && change.baseUrl !== before.baseUrl
          if (isMoved && before.keyCiphertext !== null && given.api_key === undefined) throw new AppError('MODEL_KEY_REQUIRED')
          const isUpdated = before.revision === revision && (await endpoints.update(tx, id, revision, change))
          const after = await getEndpoint(actor, id, tx)
          if (!isUpdated) throw new AppError('REVISION_MISMATCH', { params: { current: present(after) } })
          await audit.record(tx, actor, {
            action: 'updateModelEndpoint',
            target: toTarget(after),
            before: auditedFields(before),
            after: auditedFields(after),
          })
          return after
        })
        .catch(refuseTakenName)
    },

    async deleteModelEndpoint(actor: Actor, id: string): Promise<void> {
      await db.$transaction(async (tx) => {
        await endpoints.lock(tx, actor.tenantId)
        const endpoint = await getEndpoint(actor, id, tx)
        if (endpoint.isFromEnvironment) throw new AppError('MODEL_FROM_ENVIRONMENT')
        const names = await tx.model.findMany({ where: { endpointId: id }, select: { name: true } })
        const uses = await findModelUses(
          tx,
          actor.tenantId,
          names.map(({ name }) => name),
        )
        if (uses) throw new AppError('MODEL_IN_USE', { params: uses })
        await endpoints.delete(tx, id)
        await audit.record(tx, actor, { action: 'deleteModelEndpoint', target: toTarget(endpoint), before: auditedFields(endpoint) })
      })
    },
  }
}
