// Orders passages by the rerank models of a tenant, in the turn of their endpoint.
import { countTokens } from '@heddle/text/count-tokens'
import { ModelError, type UsedCall } from '@heddle/workflow/model/ports'
import { createBatchLimits, isSizeRefusal } from '../batch-limit.ts'
import type { PostPath } from '../embedding/embedding-call.ts'
import { toInputUsage } from '../input-usage.ts'
import type { ModelRouter } from '../model-router.ts'
import type { RoutedModel } from '../routed-model.ts'
import { type AcceptedShapes, callRerank } from './rerank-call.ts'
import { type Ranked, rankScores } from './rerank-response.ts'

type RerankModel = RoutedModel & { readonly kind: 'chat' | 'embedding' | 'rerank' }

export type RerankRequest = {
  readonly tenantId: string
  readonly modelName: string
  readonly userId: string
  /** Whether no one waits for it, as `ModelCaller` says. */
  readonly isBackground?: boolean
  readonly query: string
  readonly passages: readonly string[]
}

export type Reranked = UsedCall & {
  /** By the index of the passage, the best one first; the model may leave some out. */
  readonly ranked: readonly Ranked[]
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

/** Halves of a call that was too large included. */
const maxCalls = 12

export type Reranker = ReturnType<typeof createReranker>

export function createReranker({ find, router, maxMs = defaultMs }: RerankerOptions) {
  const accepted: AcceptedShapes = new Map()
  const limits = createBatchLimits()

  async function score(
    model: RerankModel,
    { query, userId, isBackground = false }: RerankRequest,
    texts: readonly string[],
    stop: AbortSignal,
  ) {
    const key = `${model.id}/${model.endpoint.revision}`
    const usage = { inputTokens: 0, estimated: false }
    let calls = 0
    let refusal: unknown
    const post: PostPath = async (path, body, onRefusal) => {
      if (++calls > maxCalls) throw new ModelError('MODEL_CONTEXT_EXCEEDED')
      return router.post(model, path, body, { userId, isBackground, stop, onRefusal: (error) => onRefusal((refusal = error)) })
    }

    /** Scores of a cross encoder do not depend on the other passages: those of two calls can be compared. */
    async function scoreFitting(passages: readonly string[], from: number): Promise<Ranked[]> {
      if (passages.length > limits.get(key)) return scoreHalves(passages, from)
      try {
        const { scores, inputTokens } = await callRerank(post, { key, baseUrl: model.endpoint.baseUrl }, { query, passages }, accepted)
        usage.inputTokens += inputTokens ?? [query, ...passages].reduce((sum, text) => sum + countTokens(text), 0)
        usage.estimated ||= inputTokens === null
        return scores.map(({ index, score: value }) => ({ index: from + index, score: value }))
      } catch (error) {
        if (!isSizeRefusal(error, refusal) || calls >= maxCalls) throw error
        // The one that is too long comes last, as what the model leaves out.
        if (passages.length === 1) return []
        const scores = await scoreHalves(passages, from)
        if (scores.length === passages.length) limits.lower(key, Math.ceil(passages.length / 2))
        return scores
      }
    }

    async function scoreHalves(passages: readonly string[], from: number): Promise<Ranked[]> {
      const half = Math.ceil(passages.length / 2)
      return [...(await scoreFitting(passages.slice(0, half), from)), ...(await scoreFitting(passages.slice(half), from + half))]
    }

    const scores = await scoreFitting(texts, 0)
    // Every passage was too long: so is the query.
    if (scores.length === 0) throw new ModelError('MODEL_CONTEXT_EXCEEDED')
    return { scores, usage: toInputUsage(usage.inputTokens, usage.estimated), serverCalls: calls }
  }

  return {
    /**
     * Orders passages by how well they answer a query. Throws a `ModelError` when the model does not answer in time or what it answers
     * cannot be used, and the reason of the signal once it is aborted.
     */
    async rerank(request: RerankRequest, signal: AbortSignal): Promise<Reranked> {
      const [model] = (await find(request.tenantId, request.modelName)) ?? []
      if (model?.kind !== 'rerank') throw new ModelError('MODEL_NOT_FOUND')
      // In the background, to wait for a turn is not the model's fault.
      const deadline = request.isBackground ? signal : AbortSignal.timeout(maxMs)
      try {
        const { scores, ...used } = await score(model, request, request.passages.map(cutPassage), AbortSignal.any([signal, deadline]))
        return { ranked: rankScores(scores), ...used, model: { id: model.id, name: model.name, endpointId: model.endpoint.id } }
      } catch (error) {
        signal.throwIfAborted()
        throw deadline.aborted ? new ModelError('MODEL_FIRST_TOKEN_TIMEOUT') : error
      }
    },
  }
}

function cutPassage(text: string): string {
  const tokens = countTokens(text)
  return tokens <= maxPassageTokens ? text : text.slice(0, Math.floor((text.length * maxPassageTokens) / tokens)).toWellFormed()
}
