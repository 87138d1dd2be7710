// POST /v1/embeddings: vectors that are deterministic for a text, and similar for texts that share words.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { countPromptTokens } from './reply.ts'
import { sendJson } from './respond.ts'

const EmbeddingRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1)]),
  dimensions: z.int().min(8).max(4_096).default(256),
  encoding_format: z.enum(['float', 'base64']).default('float'),
})

export function answerEmbeddings(response: ServerResponse, body: unknown) {
  const { model, input, dimensions, encoding_format: format } = EmbeddingRequest.parse(body)
  const tokens = countPromptTokens(input.map((content) => ({ role: 'user', content })))
  sendJson(response, 200, {
    object: 'list',
    model,
    data: input.map((text, index) => {
      const vector = embed(text, dimensions)
      return { object: 'embedding', index, embedding: format === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64') }
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Returns a unit vector: each word of the text adds to two components chosen by its hash (feature hashing). */
export function embed(text: string, dimensions: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(dimensions)
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
    if (isWordLike) addWord(vector, segment)
  }
  const length = Math.hypot(...vector)
  if (length === 0) {
    vector[0] = 1
    return vector
  }
  return vector.map((value) => value / length)
}

function addWord(vector: Float32Array, word: string) {
  const hash = createHash('sha256').update(word).digest()
  for (const offset of [0, 8]) {
    const index = hash.readUInt32LE(offset) % vector.length
    vector[index] = (vector[index] ?? 0) + (hash.readUInt8(offset + 4) % 2 === 0 ? 1 : -1)
  }
}
