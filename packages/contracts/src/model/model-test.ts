// The test of a model: small real calls, and what they have shown.
import { z } from 'zod'
import { ErrorCode } from '../errors.ts'
import { ModelCapability } from './model-endpoint.ts'
import { Id, LocalizedText, Timestamp } from '../wire.ts'

/** What a test may try beyond a plain call, each with a call of its own. */
export const ModelCheck = z.enum(['images', 'json_schema'])
export type ModelCheck = z.infer<typeof ModelCheck>

/** Why the endpoint did not answer. */
const ModelTestError = z.object({
  code: ErrorCode,
  /** The HTTP status; null when there was none. */
  status: z.int().nullable(),
  /** What the endpoint said, without keys and addresses; null when it said nothing. */
  message: z.string().nullable(),
})

const ChatMeasurement = z.object({
  /** Null when the model said nothing. */
  first_token_ms: z.int().nullable(),
  /** After the first one; null for a reply that is too short to say. */
  tokens_per_second: z.number().nullable(),
  /** Whether the stream reports the tokens of the call; null when the test ended the reply. */
  usage: z.enum(['stream', 'none']).nullable(),
  /** How the model sends its thought process. */
  reasoning: z.enum(['field', 'tags', 'none']),
  /** The field of the token limit that the model takes; null when it takes none. */
  token_limit_field: z.enum(['max_tokens', 'max_completion_tokens']).nullable(),
  accepts_temperature: z.boolean(),
  /** Null when it was not tried. */
  images: ModelCapability.nullable(),
  /** Null when it was not tried. */
  json_schema: ModelCapability.nullable(),
})

/** What a test has shown. `chat` and `embedding` are null for a model of another kind, and after an error. */
export const ModelTestResult = z.object({
  error: ModelTestError.nullable(),
  chat: ChatMeasurement.nullable(),
  embedding: z.object({ dimension: z.int() }).nullable(),
  /** Milliseconds of the whole test. */
  elapsed_ms: z.int(),
})
export type ModelTestResult = z.infer<typeof ModelTestResult>

/** The last test of a model. */
export const ModelTest = ModelTestResult.extend({
  tested_at: Timestamp,
  /** Null for a user who is deleted. */
  tested_by: z.object({ id: Id, name: LocalizedText }).nullable(),
})
export type ModelTest = z.infer<typeof ModelTest>
