// The servers that a tenant's models run on. Their keys are write-only: an answer says only whether there is one.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, PageInfo, PageQuery, Timestamp } from '../wire.ts'

/** Which product serves the models; `auto` is found out from what it answers. */
export const ModelEndpointKind = z.enum(['auto', 'vllm', 'ollama', 'llama_cpp', 'litellm', 'azure', 'openai'])
export type ModelEndpointKind = z.infer<typeof ModelEndpointKind>
schemaIds.add(ModelEndpointKind, { id: 'ModelEndpointKind' })

export const ModelKind = z.enum(['chat', 'embedding', 'rerank'])
export type ModelKind = z.infer<typeof ModelKind>
schemaIds.add(ModelKind, { id: 'ModelKind' })

export const ModelCapability = z.enum(['yes', 'no', 'unknown'])
export type ModelCapability = z.infer<typeof ModelCapability>
schemaIds.add(ModelCapability, { id: 'ModelCapability' })

/** Where a model's thoughts are: `begins_inside` is a chat template that opens them, so that only their end is in the reply. */
export const ReasoningFormat = z.enum(['auto', 'field', 'tags', 'channels', 'begins_inside'])
export type ReasoningFormat = z.infer<typeof ReasoningFormat>
schemaIds.add(ReasoningFormat, { id: 'ReasoningFormat' })

/** What a call of a chat model may do without. */
export const OptionalParameter = z.enum(['max_tokens', 'max_completion_tokens', 'temperature', 'stream_options', 'response_format'])
export type OptionalParameter = z.infer<typeof OptionalParameter>
schemaIds.add(OptionalParameter, { id: 'OptionalParameter' })

/** Seconds. */
const ModelTimeouts = z.strictObject({
  /** To the first token. */
  first_token: z.int().min(1).max(600),
  between_tokens: z.int().min(1).max(600),
  /** To the end of the reply. */
  total: z.int().min(1).max(3_600),
})

/** As the last calls have shown it, in the process that responds: none is made to learn it. */
const ModelEndpointHealth = z.object({
  /**
   * `untried`: no call is known. `unreachable`, `key_refused`: the last call failed so; after three refusals of the key no call is sent
   * until the endpoint is changed or a test succeeds.
   */
  state: z.enum(['available', 'untried', 'unreachable', 'paused', 'key_refused']),
  /** When the next call is tried. */
  paused_until: Timestamp.nullable(),
})

export const ModelEndpoint = z.object({
  id: Id,
  name: z.string(),
  base_url: z.string(),
  kind: ModelEndpointKind,
  purposes: z.array(ModelKind),
  has_key: z.boolean(),
  /** `…x9Q2`: the last characters of the key. */
  key_hint: z.string().nullable(),
  timeouts: ModelTimeouts,
  max_concurrent: z.int(),
  /** Set by the environment of the service, and not to be changed here. */
  is_from_environment: z.boolean(),
  health: ModelEndpointHealth,
  enabled: z.boolean(),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type ModelEndpoint = z.infer<typeof ModelEndpoint>
schemaIds.add(ModelEndpoint, { id: 'ModelEndpoint' })

/** An address that ends in `/v1`, as a rule. Where it may lead is decided by the service. */
const BaseUrl = z.url({ protocol: /^https?$/ }).max(2_000)

/** Visible ASCII, as it goes into a header. */
const ApiKey = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7e]+$/, 'A key has visible ASCII characters only')

const EndpointFields = {
  name: Line.min(1).max(limits.nameCharacters),
  base_url: BaseUrl,
  kind: ModelEndpointKind,
  purposes: z.array(ModelKind).min(1).max(3),
  timeouts: ModelTimeouts,
  /** Calls that may run at once; further ones wait. */
  max_concurrent: z.int().min(1).max(1_000),
  enabled: z.boolean(),
}

const EndpointResponse = z.object({ endpoint: ModelEndpoint })

export const queryModelEndpoints = {
  method: 'POST',
  url: '/api/v1/model/endpoint/query',
  schema: {
    summary: 'The model endpoints of the tenant, that of the environment first',
    body: PageQuery,
    response: { 200: PageInfo.extend({ endpoints: z.array(ModelEndpoint) }) },
  },
  config: { policy: 'manage_models' },
} as const satisfies Endpoint

export const createModelEndpoint = {
  method: 'POST',
  url: '/api/v1/model/endpoint',
  schema: {
    summary: 'Connect a model endpoint',
    body: z.strictObject({
      endpoint: z
        .strictObject(EndpointFields)
        .partial()
        .required({ name: true, base_url: true })
        .extend({ api_key: ApiKey.nullable().optional() }),
    }),
    response: { 200: EndpointResponse },
  },
  config: { policy: 'manage_models', audited: true, errors: ['MODEL_ADDRESS_REFUSED', 'MODEL_NAME_EXISTS'] },
} as const satisfies Endpoint

export const updateModelEndpoint = {
  method: 'PUT',
  url: '/api/v1/model/endpoint/:id',
  schema: {
    summary: 'Change a model endpoint; a new address needs the key again',
    params: IdParams,
    body: z.strictObject({
      endpoint: z
        .strictObject(EndpointFields)
        .partial()
        /** Null removes the key; without it the key stays. */
        .extend({ api_key: ApiKey.nullable().optional() }),
      revision: Count,
    }),
    response: { 200: EndpointResponse },
  },
  config: {
    policy: 'manage_models',
    audited: true,
    errors: [
      'MODEL_ENDPOINT_NOT_FOUND',
      'MODEL_FROM_ENVIRONMENT',
      'MODEL_ADDRESS_REFUSED',
      'MODEL_KEY_REQUIRED',
      'MODEL_NAME_EXISTS',
      'REVISION_MISMATCH',
    ],
  },
} as const satisfies Endpoint

/** A model as its endpoint describes it. */
export const UpstreamModel = z.object({
  upstream_name: z.string(),
  kind: ModelKind,
  /** As the endpoint runs it; null when it does not say. */
  context_tokens: z.int().nullable(),
  images: ModelCapability,
  reasoning: ModelCapability,
  /** Whether the tenant has a model of it. */
  is_offered: z.boolean(),
})
export type UpstreamModel = z.infer<typeof UpstreamModel>
schemaIds.add(UpstreamModel, { id: 'UpstreamModel' })

export const listUpstreamModels = {
  method: 'GET',
  url: '/api/v1/model/endpoint/:id/upstream',
  schema: {
    summary: 'The models that an endpoint says it serves',
    params: IdParams,
    response: { 200: z.object({ models: z.array(UpstreamModel) }) },
  },
  config: {
    policy: 'manage_models',
    errors: [
      'MODEL_ENDPOINT_NOT_FOUND',
      'MODEL_ADDRESS_REFUSED',
      'MODEL_UNAVAILABLE',
      'MODEL_NOT_AN_API',
      'MODEL_REFUSED',
      'CHAT_AUTH_KEY_MISSING',
    ],
  },
} as const satisfies Endpoint

export const deleteModelEndpoint = {
  method: 'DELETE',
  url: '/api/v1/model/endpoint/:id',
  schema: {
    summary: 'Disconnect a model endpoint, with its models',
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: {
    policy: 'manage_models',
    audited: true,
    errors: ['MODEL_ENDPOINT_NOT_FOUND', 'MODEL_FROM_ENVIRONMENT', 'MODEL_IN_USE'],
  },
} as const satisfies Endpoint
