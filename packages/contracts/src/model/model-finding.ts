// What calls have shown of a model's settings: where thoughts are, what is refused, and the true limits.
import { z } from 'zod'
import { OptionalParameter, ReasoningFormat } from './model-endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Timestamp } from '../wire.ts'

/** Tokens of a call, the answer included. A smaller number is none that a chat could be held with. */
export const ContextTokens = z.int().min(512).max(10_000_000)

/** Tokens of an answer. */
export const MaxOutputTokens = z.int().min(1).max(10_000_000)

/** `reply`: of a chat, beside its answer. */
const FindingSource = z.enum(['test', 'reply'])
export type FindingSource = z.infer<typeof FindingSource>

const toFound = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, found_at: Timestamp, source: FindingSource }).nullable().default(null)

/**
 * What was found, by setting. A finding fills its setting unless that has an administrator's own value, which stays; calls then keep to the
 * smaller limit, and leave out what either names. A later value of an administrator replaces the finding.
 */
export const ModelFindings = z.object({
  context_tokens: toFound(ContextTokens),
  max_output_tokens: toFound(MaxOutputTokens),
  reasoning_format: toFound(ReasoningFormat),
  refused_parameters: toFound(z.array(OptionalParameter)),
})
export type ModelFindings = z.infer<typeof ModelFindings>
schemaIds.add(ModelFindings, { id: 'ModelFindings' })
