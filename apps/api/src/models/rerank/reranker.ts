// Orders passages by the rerank models of a tenant, in the turn of their endpoint.
import { countTokens } from '@heddle/text/count-tokens'
import { type AnsweringModel, ModelError, type ModelUsage } from '@heddle/workflow/ports'
import { toInputUsage } from '../input-usage.ts'
import type { ModelRouter } from '../model-router.ts'
import type { RoutedModel } from '../routed-model.ts'
import { type Ranked, readRerank, type RerankResult } from './rerank-response.ts'

type RerankModel = RoutedModel & { readonly kind: 'chat' | 'embedding' | 'rerank' }

export type RerankRequest = {
  readonly tenantId: string
  readonly modelName: string
  readonly userId: string
  readonly query: string
  readonly passages: readonly string[]
}

export type Reranked = {
  /** By the index of the passage, the best one first; the model may leave some out. */
  readonly ranked: readonly Ranked[]
  readonly usage: ModelUsage
  readonly model: AnsweringModel
}

type RerankerOptions = {
  /** Returns an enabled model of any kind; null when there is none. */
  readonly find: (tenantId: string, name: string) => Promise<readonly RerankModel[] | null>
  readonly router: Pick<ModelRouter, 'post'>
  readonly maxMs?: number
}

/** A reader waits for it: without the answer, the order of the fusion stands. */
const defaultMs = 3_000
/** Of one passage: a cross encoder has 512 tokens in all, and llama.cpp refuses more. */
const maxPassageTokens = 400

/** TEI has another body, and another path than what its other addresses begin with. */
const shapes = ['documents', 'texts', 'texts_at_root'] as const
type Shape = (typeof shapes)[number]

/** A server that wants another shape refuses one with these. */
const shapeRefusals: ReadonlySet<unknown> = new Set([400, 404, 405, 422])

export type Reranker = ReturnType<typeof createReranker>

export function createReranker({ find, router, maxMs = defaultMs }: RerankerOptions) {
  /** The shape that a model's endpoint has accepted. */
  const accepted = new Map<string, Shape>()

  async function post(model: RerankModel, shape: Shape, { query, userId }: RerankRequest, passages: readonly string[], stop: AbortSignal) {
    const path = shape === 'texts_at_root' ? `${model.endpoint.baseUrl.replace(/\/v\d+\/?$/, '')}/rerank` : '/rerank'
    const body = shape === 'documents' ? { query, documents: passages, top_n: passages.length } : { query, texts: passages, truncate: true }
    return router.post(model, path, body, { userId, stop })
  }

  async function postInKnownShape(model: RerankModel, request: RerankRequest, passages: readonly string[], stop: AbortSignal) {
    const key = `${model.id}/${model.endpoint.revision}`
    const known = accepted.get(key)
    for (const shape of known ? [known] : shapes) {
      try {
        const response = await post(model, shape, request, passages, stop)
        accepted.set(key, shape)
        return response
      } catch (error) {
        const isRefused = error instanceof ModelError && error.code === 'MODEL_REFUSED' && shapeRefusals.has(error.params?.['status'])
        if (!isRefused || known || shape === shapes.at(-1)) throw error
      }
    }
    throw new ModelError('MODEL_REFUSED')
  }

  return {
    /**
     * Orders passages by how well they answer a query. Throws a `ModelError` when the model does not answer in time or what it answers
     * cannot be used, and the reason of the signal once it is aborted.
     */
    async rerank(request: RerankRequest, signal: AbortSignal): Promise<Reranked> {
      const [model] = (await find(request.tenantId, request.modelName)) ?? []
      if (model?.kind !== 'rerank') throw new ModelError('MODEL_NOT_FOUND')
      const passages = request.passages.map(cutPassage)
      const deadline = AbortSignal.timeout(maxMs)
      let result: RerankResult | null
      try {
        result = readRerank(await postInKnownShape(model, request, passages, AbortSignal.any([signal, deadline])), passages.length)
      } catch (error) {
        signal.throwIfAborted()
        throw deadline.aborted ? new ModelError('MODEL_FIRST_TOKEN_TIMEOUT') : error
      }
      if (!result) throw new ModelError('MODEL_STREAM_BROKEN')
      const { ranked, inputTokens } = result
      const tokens = inputTokens ?? [request.query, ...passages].reduce((sum, text) => sum + countTokens(text), 0)
      return {
        ranked,
        usage: toInputUsage(tokens, inputTokens === null),
        model: { id: model.id, name: model.name, endpointId: model.endpoint.id },
      }
    },
  }
}

function cutPassage(text: string): string {
  const tokens = countTokens(text)
  return tokens <= maxPassageTokens ? text : text.slice(0, Math.floor((text.length * maxPassageTokens) / tokens)).toWellFormed()
}
