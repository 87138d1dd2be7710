import type { Model } from '@heddle/contracts/model/chosen-model'
import type { ManagedModel } from '@heddle/contracts/model/model'
import { ModelFindings } from '@heddle/contracts/model/model-finding'
import { type ModelTest, ModelTestResult } from '@heddle/contracts/model/model-test'
import { presentText, presentTime } from '../../platform/http/presenting.ts'
import type { ManagedModelRow } from './managed-model/managed-model.repository.ts'
import type { OfferedModelRow } from './model.repository.ts'

/** `isDemonstration` is whether the demonstration model answers at the environment's endpoint. */
export const presentModel = ({ id, name, isDefault, images, endpoint }: OfferedModelRow, isDemonstration: boolean): Model => ({
  id,
  name,
  is_default: isDefault,
  is_demonstration: isDemonstration && endpoint.isFromEnvironment,
  reads_images: images === 'yes',
})

const presentPrice = ({ validFrom, currency, input, cachedInput, output }: ManagedModelRow['prices'][number]) => ({
  valid_from: presentTime(validFrom),
  currency,
  input: input.toFixed(),
  cached_input: cachedInput.toFixed(),
  output: output.toFixed(),
})

const presentTest = ({ result, testedAt, testedBy }: NonNullable<ManagedModelRow['lastTest']>): ModelTest => ({
  ...ModelTestResult.parse(result),
  tested_at: presentTime(testedAt),
  tested_by: testedBy && { id: testedBy.id, name: presentText(testedBy.name) },
})

export const presentManagedModel = (row: ManagedModelRow): ManagedModel => ({
  id: row.id,
  endpoint_id: row.endpointId,
  name: row.name,
  upstream_name: row.upstreamName,
  kind: row.kind,
  context_tokens: row.contextTokens,
  max_output_tokens: row.maxOutputTokens,
  capabilities: {
    images: { value: row.images, source: row.imagesSource },
    reasoning: { value: row.reasoning, source: row.reasoningSource },
    json_schema: { value: row.jsonSchema, source: row.jsonSchemaSource },
  },
  embedding:
    row.kind === 'embedding'
      ? {
          dimension: row.embeddingDimension,
          batch_size: row.embeddingBatchSize,
          query_prefix: row.queryPrefix,
          passage_prefix: row.passagePrefix,
          query_upstream_name: row.queryUpstreamName,
          passage_upstream_name: row.passageUpstreamName,
        }
      : null,
  reasoning_format: row.reasoningFormat,
  refused_parameters: row.refusedParameters,
  findings: ModelFindings.parse(row.findings),
  fallback_model_id: row.fallbackModelId,
  prices: row.prices.map(presentPrice),
  enabled: row.enabled,
  is_default: row.isDefault,
  last_test: row.lastTest && presentTest(row.lastTest),
  revision: row.revision,
  created_at: presentTime(row.createdAt),
  updated_at: presentTime(row.updatedAt),
  abilities: { delete: !row.endpoint.isFromEnvironment },
})
