// What an administrator's values of a model's settings are in its row: where each is from, and which findings they replace.
import type { updateModel } from '@heddle/contracts/model/model'
import type { ModelCapability } from '@heddle/contracts/model/model-endpoint'
import { ModelFindings } from '@heddle/contracts/model/model-finding'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { FindingName } from '../finding/model-finding.sql.ts'
import type { ManagedModelRow, ModelColumns } from './managed-model.repository.ts'

export type GivenModel = z.output<typeof updateModel.schema.body>['model']

type KnownSettings = Pick<ManagedModelRow, 'contextTokens' | 'maxOutputTokens' | 'reasoningFormat' | 'refusedParameters' | 'findings'>

/** Of a model that no one has said anything of. */
const unknownSettings: KnownSettings = {
  contextTokens: 16_384,
  maxOutputTokens: null,
  reasoningFormat: 'auto',
  refusedParameters: [],
  findings: {},
}

/** The columns of a capability that an administrator sets; one that stays what it is keeps its source. */
function toCapability(value: ModelCapability | undefined, before: ModelCapability = 'unknown') {
  if (value === undefined || value === before) return undefined
  return { value, source: value === 'unknown' ? null : ('set' as const) }
}

/** Values that leave it to what calls find. */
const isUnset = (value: unknown) => value === null || value === 'auto' || (Array.isArray(value) && value.length === 0)

/** A value that stays keeps its source, and one that was found is taken over. Any other is the administrator's own, and replaces a finding. */
function toSetting<Value>(given: Value | undefined, before: Value, found: { readonly value: Value } | null) {
  if (given === undefined || isDeepStrictEqual(given, before)) return undefined
  if (found && isDeepStrictEqual(given, found.value)) return { value: given, source: 'probed' as const, isFindingReplaced: false }
  return { value: given, source: isUnset(given) ? null : ('set' as const), isFindingReplaced: found !== null }
}

/** Returns the columns of the given fields, and the settings whose findings they replace. `before` is missing for a new model. */
export function toGivenSettings(given: GivenModel, before?: ManagedModelRow) {
  const { findings: stored, ...known } = before ?? unknownSettings
  const findings = ModelFindings.parse(stored)
  const images = toCapability(given.capabilities?.images, before?.images)
  const reasoning = toCapability(given.capabilities?.reasoning, before?.reasoning)
  const jsonSchema = toCapability(given.capabilities?.json_schema, before?.jsonSchema)
  // Their order says nothing.
  const refused = given.refused_parameters && [...new Set(given.refused_parameters)].toSorted()
  const settings = {
    context_tokens: toSetting(given.context_tokens, known.contextTokens, findings.context_tokens),
    max_output_tokens: toSetting(given.max_output_tokens, known.maxOutputTokens, findings.max_output_tokens),
    reasoning_format: toSetting(given.reasoning_format, known.reasoningFormat, findings.reasoning_format),
    refused_parameters: toSetting(refused, known.refusedParameters.toSorted(), toSortedFinding(findings)),
  }
  const columns = {
    name: given.name,
    upstreamName: given.upstream_name,
    contextTokens: settings.context_tokens?.value,
    contextTokensSource: settings.context_tokens?.source,
    maxOutputTokens: settings.max_output_tokens?.value,
    maxOutputTokensSource: settings.max_output_tokens?.source,
    images: images?.value,
    imagesSource: images?.source,
    reasoning: reasoning?.value,
    reasoningSource: reasoning?.source,
    jsonSchema: jsonSchema?.value,
    jsonSchemaSource: jsonSchema?.source,
    reasoningFormat: settings.reasoning_format?.value,
    reasoningFormatSource: settings.reasoning_format?.source,
    refusedParameters: settings.refused_parameters?.value,
    refusedParametersSource: settings.refused_parameters?.source,
    embeddingDimension: given.embedding?.dimension,
    embeddingBatchSize: given.embedding?.batch_size,
    queryPrefix: given.embedding?.query_prefix,
    passagePrefix: given.embedding?.passage_prefix,
    queryUpstreamName: given.embedding?.query_upstream_name,
    passageUpstreamName: given.embedding?.passage_upstream_name,
    fallbackModelId: given.fallback_model_id,
    enabled: given.enabled,
  }
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as ModelColumns,
    replacedFindings: (Object.keys(settings) as FindingName[]).filter((setting) => settings[setting]?.isFindingReplaced),
  }
}

const toSortedFinding = ({ refused_parameters: found }: ModelFindings) => found && { value: found.value.toSorted() }
