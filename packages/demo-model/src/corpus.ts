// Answers of real model servers, recorded as data in `corpus/`: what each sent, and what has to come of it. Left out of a chunk are its id, time
// and model, which no client reads.
import { z } from 'zod'
import contentShapes from '../corpus/content-shapes.json' with { type: 'json' }
import documents from '../corpus/documents.json' with { type: 'json' }
import embeddings from '../corpus/embeddings.json' with { type: 'json' }
import finishReasons from '../corpus/finish-reasons.json' with { type: 'json' }
import oddStreams from '../corpus/odd-streams.json' with { type: 'json' }
import contextRefusals from '../corpus/refusals-context.json' with { type: 'json' }
import limitRefusals from '../corpus/refusals-limits.json' with { type: 'json' }
import otherRefusals from '../corpus/refusals-other.json' with { type: 'json' }
import parameterRefusals from '../corpus/refusals-parameters.json' with { type: 'json' }
import rerank from '../corpus/rerank.json' with { type: 'json' }
import streamErrors from '../corpus/stream-errors.json' with { type: 'json' }
import thoughts from '../corpus/thoughts.json' with { type: 'json' }
import usage from '../corpus/usage.json' with { type: 'json' }

const Count = z.int().positive()
const Json = z.json()

/** One of `body`, `events` and `chunks` is there. */
const Response = z
  .strictObject({
    status: z.int().min(200).max(599).default(200),
    headers: z.record(z.string(), z.string()).optional(),
    /** A text as it is, or a JSON document. */
    body: Json.optional(),
    /** Each an event of a stream; what is no text is written as JSON. */
    events: z.array(Json).optional(),
    /** Each a write of its own, where it matters where they are cut. */
    chunks: z.array(z.string()).optional(),
    /** What then happens to the connection. */
    ends: z.enum(['close', 'reset', 'silence']).default('close'),
  })
  .refine(({ body, events, chunks }) => [body, events, chunks].filter((each) => each !== undefined).length === 1)

const Refusal = z.strictObject({
  refusal: z.enum(['context', 'token_limit', 'parameter', 'content', 'quota', 'rate', 'key', 'other', 'unavailable']),
  /** Only where the server has counted; null where a number is none that was counted, and must not be taken for one. */
  context_tokens: Count.optional(),
  prompt_tokens: Count.nullable().optional(),
  /** Whether the prompt alone would fit. */
  sum: z.boolean().optional(),
  max_output_tokens: Count.optional(),
  parameter: z.enum(['max_tokens', 'max_completion_tokens', 'temperature', 'stream_options', 'response_format']).optional(),
})

const Reply = z.strictObject({
  /** What a reader has at the end, without thoughts. */
  text: z.string(),
  /** Where it matters; without white space around it. */
  reasoning: z.string().optional(),
  finish: z.enum(['stop', 'length', 'tool_calls']).optional(),
  /** The code of the error that ends the reply; several where more than one is right. */
  error: z.union([z.string(), z.array(z.string())]).optional(),
  context_tokens: Count.optional(),
  prompt_tokens: Count.optional(),
  usage: z.union([z.strictObject({ input: Count, output: Count }), z.literal('estimated')]).optional(),
})

const Vectors = z.union([
  z.strictObject({ vectors: z.array(z.array(z.number())) }),
  z.strictObject({ error: z.enum(['count', 'not_finite', 'too_large']) }),
])

/** For as many passages as are ranked, and for two where none is; the scores as they are shown. */
const Ranking = z.union([
  z.strictObject({ ranked: z.array(z.strictObject({ index: z.int(), score: z.number() })).nullable() }),
  z.strictObject({ error: z.literal('too_large') }),
])

const createEntry = <Expected extends z.ZodType>(expected: Expected) =>
  z.strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    server: z.string().min(1),
    version: z.string(),
    /**
     * A public issue (`owner/repository#1`), a file of a repository (`owner/repository:path`), `trial` for the trials that began this corpus,
     * or `variation`, also `of` one of these, for what was not seen in these very words.
     */
    source: z.string().regex(/^(trial|variation|(variation of )?[\w.-]+\/[\w.-]+(#\d+|:[\w./-]+))$/),
    /** The format of the thoughts that the model's settings name. */
    reasoning_format: z.enum(['begins_inside', 'channels']).optional(),
    /** The name that the parser of vLLM or SGLang has which reads these thoughts. */
    parser: z.string().optional(),
    response: Response,
    expected,
  })

export type RefusalEntry = z.infer<ReturnType<typeof createEntry<typeof Refusal>>>
export type ReplyEntry = z.infer<ReturnType<typeof createEntry<typeof Reply>>>

const kinds = {
  refusals: z.array(createEntry(Refusal)),
  replies: z.array(createEntry(Reply)),
  embeddings: z.array(createEntry(Vectors)),
  rerank: z.array(createEntry(Ranking)),
}

/** Reads the corpus. Throws a `ZodError` for an entry that is not well-formed. */
export const readDemoCorpus = () => ({
  refusals: kinds.refusals.parse([...contextRefusals, ...limitRefusals, ...parameterRefusals, ...otherRefusals]),
  replies: kinds.replies.parse([...finishReasons, ...thoughts, ...contentShapes, ...streamErrors, ...oddStreams, ...usage, ...documents]),
  embeddings: kinds.embeddings.parse(embeddings),
  rerank: kinds.rerank.parse(rerank),
})

export type CorpusResponse = z.infer<typeof Response>

/** Returns the headers and the writes of a response, as the server has sent them. */
export function toWire({ status, headers, body, events, chunks, ends }: CorpusResponse) {
  const isStream = events !== undefined || chunks !== undefined || (status === 200 && typeof body === 'string')
  const defaultType = isStream ? 'text/event-stream; charset=utf-8' : 'application/json'
  const data = events?.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  const writes = data ?? chunks ?? [typeof body === 'string' ? body : JSON.stringify(body)]
  return { status, headers: headers ?? { 'content-type': defaultType }, writes, ends }
}

type CorpusEntry = { readonly id: string; readonly response: CorpusResponse }
let responses: ReadonlyMap<string, CorpusResponse> | undefined

/** Returns the response of an entry; undefined when there is none. */
export function findResponse(id: string): CorpusResponse | undefined {
  responses ??= new Map(
    Object.values(readDemoCorpus())
      .flat<readonly CorpusEntry[][]>()
      .map((entry) => [entry.id, entry.response]),
  )
  return responses.get(id)
}
