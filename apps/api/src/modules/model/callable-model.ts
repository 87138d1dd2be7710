// What a call of a model needs, its key in the clear: for calls only, never for an answer, a log or a row.
import type { ServerConfig } from '@heddle/config/config'
import type { SecretCipher } from '@heddle/security/secret-cipher'
import type { Pool } from 'pg'
import type { ModelTimeouts } from '../../platform/inference/call/deadlines.ts'
import type { MayReachPrivate } from '../../platform/inference/endpoint/endpoint-address.ts'
import type { RoutedEndpoint, RoutedModel } from '../../platform/inference/routed-model.ts'
import { type CallableModelRow, findCallableRows } from './callable-model.sql.ts'
import { resolveCallSettings } from './finding/finding.rules.ts'
import type { ModelWithEndpoint } from './managed-model/managed-model.repository.ts'
import { getMaxConcurrent } from './endpoint/model-endpoint.rules.ts'
import { keyOwner } from './endpoint/model-endpoint.service.ts'
import type { PrivateServers } from './endpoint/private-servers.ts'

export type CallableEndpoint = {
  readonly id: string
  readonly name: string
  readonly kind: CallableModelRow['endpointKind']
  /** Another one has another address, key or limit. */
  readonly revision: number
  readonly isFromEnvironment: boolean
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly timeouts: ModelTimeouts
  readonly maxConcurrent: number
  readonly mayReachPrivate: MayReachPrivate | undefined
}

export type CallableModel = Pick<
  CallableModelRow,
  'id' | 'revision' | 'name' | 'upstreamName' | 'kind' | 'contextTokens' | 'maxOutputTokens' | 'reasoningFormat' | 'refusedParameters'
> & {
  readonly tenantId: string
  readonly capabilities: Pick<CallableModelRow, 'images' | 'reasoning' | 'jsonSchema'>
  readonly embedding: {
    readonly dimension: number | null
    readonly batchSize: number
    readonly queryPrefix: string
    readonly passagePrefix: string
    readonly upstreamNames: { readonly query: string; readonly passage: string }
  }
  readonly endpoint: CallableEndpoint
}

/** A model and those that take a call which failed before its first token, in their order. */
export type CallableModels = readonly [CallableModel, ...CallableModel[]]

/** The columns of an endpoint that a call needs. */
type EndpointColumns = KeyColumns & Pick<CallableModelRow, 'firstTokenSeconds' | 'betweenTokensSeconds' | 'totalSeconds' | 'maxConcurrent'>

type KeyColumns = Pick<CallableModelRow, 'isFromEnvironment' | 'baseUrl' | 'keyId'> & { readonly keyCiphertext: Uint8Array | null }

type EndpointNames = Pick<CallableEndpoint, 'id' | 'name' | 'kind' | 'revision'> & { readonly tenantId: string }

type CallableDependencies = {
  readonly pool: Pool
  readonly cipher: SecretCipher
  readonly environment: ServerConfig['model']
  /** Without it, as where an operator checks an installation, an endpoint may be anywhere. */
  readonly privateServers?: PrivateServers
}

export function createCallableModelService({ pool, cipher, environment, privateServers }: CallableDependencies) {
  function resolveAccess(
    { tenantId, id }: { tenantId: string; id: string },
    { isFromEnvironment, baseUrl, keyCiphertext, keyId }: KeyColumns,
  ) {
    // Of the process, so that a changed environment counts at once.
    if (isFromEnvironment) return { baseUrl: environment.baseUrl, apiKey: environment.apiKey }
    const key = keyCiphertext && keyId && cipher.decrypt({ ciphertext: keyCiphertext, keyId }, keyOwner({ tenantId, id }))
    return { baseUrl, apiKey: key || undefined }
  }

  const toCallableEndpoint = (names: EndpointNames, columns: EndpointColumns): CallableEndpoint => ({
    id: names.id,
    name: names.name,
    kind: names.kind,
    revision: names.revision,
    isFromEnvironment: columns.isFromEnvironment,
    ...resolveAccess(names, columns),
    timeouts: {
      firstTokenMs: columns.firstTokenSeconds * 1_000,
      betweenTokensMs: columns.betweenTokensSeconds * 1_000,
      replyMs: columns.totalSeconds * 1_000,
    },
    maxConcurrent: getMaxConcurrent(columns),
    mayReachPrivate:
      columns.isFromEnvironment || !privateServers ? undefined : () => privateServers.mayHave(names.tenantId, columns.baseUrl),
  })

  const toCallableModel = (tenantId: string, row: CallableModelRow): CallableModel => ({
    id: row.id,
    revision: row.revision,
    tenantId,
    name: row.name,
    upstreamName: row.upstreamName,
    kind: row.kind,
    ...resolveCallSettings(row),
    capabilities: { images: row.images, reasoning: row.reasoning, jsonSchema: row.jsonSchema },
    embedding: {
      dimension: row.embeddingDimension,
      batchSize: row.embeddingBatchSize,
      queryPrefix: row.queryPrefix,
      passagePrefix: row.passagePrefix,
      upstreamNames: { query: row.queryUpstreamName ?? row.upstreamName, passage: row.passageUpstreamName ?? row.upstreamName },
    },
    endpoint: toCallableEndpoint(
      { tenantId, id: row.endpointId, name: row.endpointName, kind: row.endpointKind, revision: row.endpointRevision },
      row,
    ),
  })

  return {
    /**
     * What a test of a model calls; the model and its endpoint may be switched off. Its settings are what was set or filled, without the
     * findings beside them: a test finds again what is still true.
     */
    toRoutedModel: ({ endpoint, images, jsonSchema, ...model }: ModelWithEndpoint): RoutedModel => ({
      ...model,
      reasoningFormat: 'auto',
      capabilities: { images, jsonSchema },
      endpoint: toCallableEndpoint(endpoint, endpoint),
    }),

    /** What a list of an endpoint's models calls; the endpoint may be switched off. */
    toRoutedEndpoint: (endpoint: EndpointNames & EndpointColumns): RoutedEndpoint => toCallableEndpoint(endpoint, endpoint),

    /** Where an endpoint is, and its key. */
    resolveAccess: (endpoint: { readonly id: string; readonly tenantId: string } & KeyColumns) => resolveAccess(endpoint, endpoint),

    /**
     * The model of a name with its endpoint and its fallbacks, none of which is switched off; null when there is none. One prepared
     * statement: a change counts from the next call on, in every process.
     */
    async findCallable(tenantId: string, name: string): Promise<CallableModels | null> {
      const [first, ...fallbacks] = (await findCallableRows(pool, tenantId, name)).map((row) => toCallableModel(tenantId, row))
      return first ? [first, ...fallbacks] : null
    },
  }
}
