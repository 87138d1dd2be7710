// POST /v1/embeddings: vectors that are deterministic for a text (demo-vectors.ts), or wrong on purpose.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { z } from 'zod'
import { embedText } from './demo-vectors.ts'
import type { Failures } from '../refusal/failures.ts'
import { estimatePromptTokens } from '../reply.ts'
import { sendError } from '../respond.ts'
import { sleep } from '../stream.ts'
import { readSwitches, stripDirectives, type Switches } from '../switches.ts'

const EmbeddingRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]),
  dimensions: z.int().min(8).max(4_096).optional(),
  encoding_format: z.enum(['float', 'base64']).default('float'),
})

const defaultDimensions = 256

export function createEmbeddings(defaults: Switches, failures: Failures) {
  return async function answerEmbeddings(response: ServerResponse, body: unknown, headers: IncomingHttpHeaders): Promise<void> {
    const { model, input, dimensions, encoding_format: format } = EmbeddingRequest.parse(body)
    const switches = readSwitches(defaults, model, headers, input.join('\n'))
    if (failures.isDue(switches, `${model}\n${input.join('\n')}`)) return failures.send(response, switches)
    if (switches.refuse_dimensions && dimensions !== undefined)
      return sendError(response, 400, `Model "${model}" does not support matryoshka representation, changing output dimensions`)
    const excess = findExcess(input, switches)
    if (excess !== null) return sendError(response, switches.excess_status ?? 500, excess)

    await sleep(switches.latency ?? 0)
    const vectors = spoilVectors(
      input.map((text) => [...embedText(stripDirectives(text), dimensions ?? defaultDimensions, switches.variant)]),
      switches,
    )
    const tokens = estimatePromptTokens(input.map((content) => ({ role: 'user', content })))
    const embeddings = vectors.map((vector, index) => ({
      object: 'embedding',
      index: switches.vectors === 'index' ? 0 : index,
      embedding: format === 'float' ? vector : Buffer.from(Float32Array.from(vector).buffer).toString('base64'),
    }))
    const text = JSON.stringify({
      object: 'list',
      model,
      // The order says nothing: the index does.
      data: embeddings.toReversed(),
      ...(switches.no_usage ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    })
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    // As Python writes it.
    response.end(switches.vectors === 'not_json' ? text.replace(/\[-?\d[^,]*/, '[NaN') : text)
  }
}

/** Returns the error of a batch or a text that is too long; null when there is none. */
function findExcess(input: readonly string[], { max_batch: maxBatch, max_input: maxInput }: Switches): string | null {
  if (maxBatch !== undefined && input.length > maxBatch) return `batch size ${input.length} > maximum allowed batch size ${maxBatch}`
  if (maxInput === undefined) return null
  const tokens = Math.max(...input.map((content) => estimatePromptTokens([{ role: 'user', content }])))
  return tokens > maxInput ? `input (${tokens} tokens) is too large to process. increase the physical batch size` : null
}

function spoilVectors(vectors: readonly number[][], { vectors: problem }: Switches): readonly (number | null)[][] {
  const [first = [], ...rest] = vectors
  switch (problem) {
    case 'count':
      return rest
    case 'dimensions':
      return vectors.map((vector) => vector.slice(1))
    case 'mixed':
      return [first.slice(1), ...rest]
    case 'not_finite':
      return [[null, ...first.slice(1)], ...rest]
    case 'zero':
      return [first.map(() => 0), ...rest]
    default:
      return vectors
  }
}
