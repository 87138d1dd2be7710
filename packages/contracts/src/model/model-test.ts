// The test of a model: small real calls, and what they have shown.
import { z } from 'zod'
import { ErrorCode } from '../errors.ts'
import { ModelCapability, OptionalParameter, ReasoningFormat } from './model-endpoint.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, LocalizedText, Timestamp } from '../wire.ts'

/** What a test may try beyond a plain call, each with a call of its own. */
export const ModelCheck = z.enum(['images', 'json_schema'])
export type ModelCheck = z.infer<typeof ModelCheck>
schemaIds.add(ModelCheck, { id: 'ModelCheck' })

/** Why the endpoint did not answer, or that no word of an answer came. */
const ModelTestError = z.object({
  code: ErrorCode,
  /** The HTTP status; null when there was none. */
  status: z.int().nullable(),
  /** What the endpoint said, without keys and addresses; null when it said nothing. */
  message: z.string().nullable(),
})

/** Tests of before have no value for what has a default here. */
const ChatMeasurement = z.object({
  /** Null when the model said nothing. */
  first_token_ms: z.int().nullable(),
  /** After the first one; null for a reply that is too short to say. */
  tokens_per_second: z.number().nullable(),
  /** Whether the stream reports the tokens of the call; null when the test ended the reply. */
  usage: z.enum(['stream', 'none']).nullable(),
  /** The first words of the reply; null when no word was read. */
  text: z.string().nullable().default(null),
  /** `cut`: the test ended it. `length`: the server ended it at its token limit. */
  ended_by: z.enum(['stop', 'length', 'cut']).default('stop'),
  /** Where the model's thoughts were. */
  reasoning: z.enum([...ReasoningFormat.exclude(['auto']).options, 'none']),
  /** What the server refused, and the test left out. */
  refused_parameters: z.array(OptionalParameter).default([]),
  /** Limits that the server named as it refused more; null when it named none. */
  context_tokens: Count.nullable().default(null),
  max_output_tokens: Count.nullable().default(null),
  /** Calls that the server had for this test; null when they were not counted. */
  server_calls: Count.nullable().default(null),
  /** Null when it was not tried. */
  images: ModelCapability.nullable(),
  /** Null when it was not tried. */
  json_schema: ModelCapability.nullable(),
})

/** What a test has shown. `chat` and `embedding` are null for a model of another kind, and when the endpoint did not answer. */
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
schemaIds.add(ModelTest, { id: 'ModelTest' })
