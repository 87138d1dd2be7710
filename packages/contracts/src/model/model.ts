import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ModelCapability, ModelKind, OptionalParameter, ReasoningFormat } from './model-endpoint.ts'
import { ContextTokens, MaxOutputTokens, ModelFindings } from './model-finding.ts'
import { ModelCheck, ModelTest } from './model-test.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Currency, Id, IdParams, Line, PageInfo, PageQuery, Timestamp } from '../wire.ts'

/** `probed` by a test of the model, or `set` by an administrator; null while it is unknown. */
const KnownCapability = z.object({ value: ModelCapability, source: z.enum(['probed', 'set']).nullable() })

/** Of a million tokens: up to six digits before the point, and six after it. */
const PriceAmount = z
  .string()
  .max(13)
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Not a price')

/** What a million tokens cost from a moment on. */
export const ModelPrice = z.strictObject({
  valid_from: Timestamp,
  currency: Currency,
  input: PriceAmount,
  cached_input: PriceAmount,
  output: PriceAmount,
})
export type ModelPrice = z.infer<typeof ModelPrice>
schemaIds.add(ModelPrice, { id: 'ModelPrice' })

const UpstreamName = Line.min(1).max(limits.nameCharacters)

const ModelEmbedding = z.strictObject({
  /** Null until it is known. */
  dimension: z.int().min(1).max(65_536).nullable(),
  /** Texts of one call. */
  batch_size: z.int().min(1).max(2_048),
  /** What stands before each question, and before each passage. A new model of a known family has those of its family. */
  query_prefix: z.string().max(500),
  passage_prefix: z.string().max(500),
  /** What the endpoint knows it by for questions, and for passages, where the name tells them apart; null is `upstream_name`. */
  query_upstream_name: UpstreamName.nullable(),
  passage_upstream_name: UpstreamName.nullable(),
})

/** A model as its administrators see it. */
export const ManagedModel = z.object({
  id: Id,
  endpoint_id: Id,
  /** What users choose, and workflows name. */
  name: z.string(),
  /** What the endpoint knows it by. */
  upstream_name: z.string(),
  kind: ModelKind,
  context_tokens: z.int(),
  /** Null leaves it to the context. */
  max_output_tokens: z.int().nullable(),
  capabilities: z.object({ images: KnownCapability, reasoning: KnownCapability, json_schema: KnownCapability }),
  /** Of an embedding model only. */
  embedding: ModelEmbedding.nullable(),
  reasoning_format: ReasoningFormat,
  /** Left out of calls. Without `max_tokens`, the token limit is sent as `max_completion_tokens`. */
  refused_parameters: z.array(OptionalParameter),
  /** What tests and replies have shown of these settings. */
  findings: ModelFindings,
  /** Takes a call that failed before its first token. */
  fallback_model_id: Id.nullable(),
  /** The latest first; without one the model is not priced. */
  prices: z.array(ModelPrice),
  enabled: z.boolean(),
  is_default: z.boolean(),
  last_test: ModelTest.nullable(),
  revision: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: z.object({ delete: z.boolean() }),
})
export type ManagedModel = z.infer<typeof ManagedModel>
schemaIds.add(ManagedModel, { id: 'ManagedModel' })

const ModelFields = {
  name: Line.min(1).max(limits.nameCharacters),
  upstream_name: UpstreamName,
  context_tokens: ContextTokens,
  max_output_tokens: MaxOutputTokens.nullable(),
  capabilities: z.strictObject({ images: ModelCapability, reasoning: ModelCapability, json_schema: ModelCapability }).partial(),
  embedding: ModelEmbedding.partial(),
  reasoning_format: ReasoningFormat,
  refused_parameters: z.array(OptionalParameter).max(OptionalParameter.options.length),
  fallback_model_id: Id.nullable(),
  prices: z.array(ModelPrice).max(limits.pricesPerModel),
  enabled: z.boolean(),
}

const ManagedModelResponse = z.object({ model: ManagedModel })

export const queryModels = {
  method: 'POST',
  url: '/api/v1/model/query',
  schema: {
    summary: 'The models of the tenant, those switched off too, in the order of the choosers',
    body: PageQuery.extend({ endpoint_id: Id.optional(), kind: ModelKind.optional() }),
    response: { 200: PageInfo.extend({ models: z.array(ManagedModel) }) },
  },
  config: { policy: 'manage_models' },
} as const satisfies Endpoint

export const createModel = {
  method: 'POST',
  url: '/api/v1/model',
  schema: {
    summary: 'Offer a model of an endpoint',
    body: z.strictObject({
      model: z
        .strictObject(ModelFields)
        .partial()
        .extend({ endpoint_id: Id, upstream_name: ModelFields.upstream_name, name: ModelFields.name, kind: ModelKind.optional() }),
    }),
    response: { 200: ManagedModelResponse },
  },
  config: {
    policy: 'manage_models',
    audited: true,
    errors: ['MODEL_ENDPOINT_NOT_FOUND', 'MODEL_FROM_ENVIRONMENT', 'MODEL_NAME_EXISTS', 'MODEL_FALLBACK_INVALID'],
  },
} as const satisfies Endpoint

export const updateModel = {
  method: 'PUT',
  url: '/api/v1/model/:id',
  schema: {
    summary: 'Change a model; a name that workflows use stays',
    params: IdParams,
    body: z.strictObject({ model: z.strictObject(ModelFields).partial(), revision: Count }),
    response: { 200: ManagedModelResponse },
  },
  config: {
    policy: 'manage_models',
    audited: true,
    errors: ['MODEL_NOT_FOUND', 'MODEL_NAME_EXISTS', 'MODEL_IN_USE', 'MODEL_FALLBACK_INVALID', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const deleteModel = {
  method: 'DELETE',
  url: '/api/v1/model/:id',
  schema: {
    summary: 'Delete a model that no workflow names',
    params: IdParams,
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'manage_models', audited: true, errors: ['MODEL_NOT_FOUND', 'MODEL_FROM_ENVIRONMENT', 'MODEL_IN_USE'] },
} as const satisfies Endpoint

export const setDefaultModel = {
  method: 'PUT',
  url: '/api/v1/model/:id/default',
  schema: {
    summary: 'Make an enabled chat model the one that is taken when none is chosen',
    params: IdParams,
    response: { 200: ManagedModelResponse },
  },
  config: { policy: 'manage_models', audited: true, errors: ['MODEL_NOT_FOUND'] },
} as const satisfies Endpoint

export const testModel = {
  method: 'POST',
  url: '/api/v1/model/:id/test',
  schema: {
    summary: 'Call a model for a test, keep what it shows, and fill in what is unknown of the model',
    params: IdParams,
    body: z.strictObject({
      /** What to try as well; of a chat model only. */
      checks: z.array(ModelCheck).max(ModelCheck.options.length).optional(),
    }),
    response: { 200: ManagedModelResponse },
  },
  config: { policy: 'manage_models', audited: true, errors: ['MODEL_NOT_FOUND'] },
} as const satisfies Endpoint

export const reorderModels = {
  method: 'PUT',
  url: '/api/v1/model/order',
  schema: {
    summary: 'Set the order of the models; those that are not named follow in theirs',
    body: z.strictObject({ model_ids: z.array(Id).min(1).max(limits.modelsPerTenant) }),
    response: { 200: z.object({ success: z.boolean() }) },
  },
  config: { policy: 'manage_models', audited: true, errors: ['MODEL_NOT_FOUND'] },
} as const satisfies Endpoint
