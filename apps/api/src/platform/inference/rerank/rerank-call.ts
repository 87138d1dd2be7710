// One call for scores, in the shape that the server of a rerank model accepts, as the reranker and the test of a model make it.
import { ModelError } from '@heddle/workflow/model/ports'
import { isSizeRefusal, readRefusalText } from '../batch-limit.ts'
import type { PostPath } from '../embedding/embedding-call.ts'
import { readRerank, type RerankResult } from './rerank-response.ts'

type Passages = { readonly query: string; readonly passages: readonly string[] }

type Shape = {
  /** Beside the versions of the API (`/v1`), where TEI and older versions of vLLM have it. */
  readonly isAtRoot?: true
  readonly path: string
  readonly toBody: (request: Passages) => object
  /** Only for a server that has refused this. */
  readonly refused?: RegExp
}

const toDocuments = ({ query, passages }: Passages) => ({ query, documents: passages, top_n: passages.length })
const toTexts = ({ query, passages }: Passages) => ({ query, texts: passages, truncate: true })

/** In the order in which they are tried. */
const shapes: readonly Shape[] = [
  // Jina, Cohere, vLLM, LiteLLM, llama.cpp, Infinity, Xinference, LocalAI, SiliconFlow.
  { path: '/rerank', toBody: toDocuments },
  // Voyage has `top_k` in its place; all of them return every passage without it.
  { path: '/rerank', toBody: ({ query, passages }) => ({ query, documents: passages }), refused: /top_n/ },
  // TEI.
  { path: '/rerank', toBody: toTexts },
  { path: '/rerank', isAtRoot: true, toBody: toTexts },
  { path: '/rerank', isAtRoot: true, toBody: toDocuments },
  // vLLM before 0.7.
  { path: '/score', toBody: ({ query, passages }) => ({ text_1: query, text_2: passages }) },
  { path: '/score', isAtRoot: true, toBody: ({ query, passages }) => ({ text_1: query, text_2: passages }) },
]

/** By which a server refuses a path that it does not have, and a body of another shape. */
const missingStatuses: ReadonlySet<unknown> = new Set([404, 405, 501])
const bodyStatuses: ReadonlySet<unknown> = new Set([400, 422])

/** The shapes that have been accepted, by the keys of the models. */
export type AcceptedShapes = Map<string, Shape>

/** Where scores are asked for. */
export type RerankEndpoint = { readonly key: string; readonly baseUrl: string }

/**
 * Returns the scores of passages, and keeps the shape that the server has accepted. Throws a `ModelError`; `MODEL_STREAM_BROKEN` for a
 * response that cannot be read.
 */
export async function callRerank(
  post: PostPath,
  { key, baseUrl }: RerankEndpoint,
  request: Passages,
  accepted: AcceptedShapes,
): Promise<RerankResult> {
  const root = baseUrl.replace(/\/v\d+\/?$/, '')
  const known = accepted.get(key)
  const missing = new Set<string>()
  let refusal: unknown
  let failure: unknown
  for (const { refused, ...shape } of known ? [known] : shapes) {
    const path = shape.isAtRoot ? `${root}${shape.path}` : shape.path
    if (missing.has(path) || (!known && refused && !refused.test(readRefusalText(refusal)))) continue
    try {
      const response = await post(path, shape.toBody(request), (error) => (refusal = error))
      const read = readRerank(response, request.passages.length)
      if (!read) throw new ModelError('MODEL_STREAM_BROKEN')
      accepted.set(key, shape)
      return read
    } catch (error) {
      const isRefused = error instanceof ModelError && (error.code === 'MODEL_REFUSED' || error.code === 'MODEL_NOT_AN_API')
      const status = isRefused ? error.params?.['status'] : undefined
      const isMissing = missingStatuses.has(status)
      // A server may be replaced by one of another kind: the next call looks again.
      if (isMissing) accepted.delete(key)
      if (known || isSizeRefusal(error, refusal) || !(isMissing || bodyStatuses.has(status))) throw error
      if (isMissing) missing.add(path)
      failure ??= error
    }
  }
  throw failure
}
