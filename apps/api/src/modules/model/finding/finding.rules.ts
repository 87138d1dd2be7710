// What findings mean for calls and for settings.
import type { OptionalParameter, ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { ContextTokens, MaxOutputTokens, ModelFindings } from '@heddle/contracts/model/model-finding'
import type { ModelFinding } from '../../../platform/inference/call/model-client.ts'

type Settings = {
  readonly contextTokens: number
  readonly maxOutputTokens: number | null
  readonly reasoningFormat: ReasoningFormat
  readonly refusedParameters: readonly OptionalParameter[]
  /** As stored. */
  readonly findings: unknown
}

/** Returns what calls of a model go by: without the smaller limit and the refused parameter, each of them would first be refused. */
export function resolveCallSettings({ contextTokens, maxOutputTokens, reasoningFormat, refusedParameters, findings: stored }: Settings) {
  const findings = ModelFindings.parse(stored)
  const limits = [maxOutputTokens, findings.max_output_tokens?.value ?? null].filter((limit) => limit !== null)
  return {
    contextTokens: Math.min(contextTokens, findings.context_tokens?.value ?? contextTokens),
    maxOutputTokens: limits.length > 0 ? Math.min(...limits) : null,
    reasoningFormat,
    refusedParameters: [...new Set([...refusedParameters, ...(findings.refused_parameters?.value ?? [])])],
  }
}

/** A number that no setting may have is a misunderstanding. */
export function isPossibleFinding({ setting, value }: ModelFinding): boolean {
  if (setting === 'context_tokens') return ContextTokens.safeParse(value).success
  return setting !== 'max_output_tokens' || MaxOutputTokens.safeParse(value).success
}
