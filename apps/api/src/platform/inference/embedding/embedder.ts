// Vectors of texts by the embedding models of a tenant: in batches, in the turn of their endpoint, and checked.
import { setTimeout as wait } from 'node:timers/promises'
import { countTokens, estimateTokens } from '@heddle/text/count-tokens'
import { InvalidVectorsError, toUnitVectors } from '@heddle/retrieval/vectors'
import { ModelError, type UsedCall } from '@heddle/workflow/model/ports'
import { AppError } from '../../errors/app-error.ts'
import { isRetryable, readRetryAfterMs } from '../call/model-errors.ts'
import { readEndpointWords } from '../endpoint/endpoint-words.ts'
import { createBatchLimits, isSizeRefusal, isVectorRefusal } from '../batch-limit.ts'
import { readInputTokens, toInputUsage } from '../input-usage.ts'
import type { ModelRouter } from '../model-router.ts'
import type { RoutedModel } from '../routed-model.ts'
import { callEmbeddings, type FormatAcceptance, type PostPath } from './embedding-call.ts'
import { type ReadVector, unreadableVector } from './embedding-response.ts'
import { createTextFitter } from './fit-texts.ts'

/** What the vectors of an index are made with. */
export type EmbeddingSettings = {
  /** Null until the first vectors have come. */
  readonly dimension: number | null
  readonly queryPrefix: string
  readonly passagePrefix: string
}

type EmbeddingModel = RoutedModel & {
  readonly kind: 'chat' | 'embedding' | 'rerank'
  readonly embedding: EmbeddingSettings & {
    readonly batchSize: number
    /** The names at the endpoint, by the purpose of the texts. */
    readonly upstreamNames: { readonly query: string; readonly passage: string }
  }
}

export type EmbeddingRequest = {
  readonly tenantId: string
  readonly modelName: string
  readonly texts: readonly string[]
  /** A query is tried once and has to come within seconds, unless no one waits for it; a passage waits as long as its endpoint asks for. */
  readonly purpose: 'query' | 'passage'
  /** Of the index that the vectors are for or compared with; without it, those of the model. */
  readonly settings?: EmbeddingSettings
  /** Whose turn it is at the endpoint; without it, the tenant's. */
  readonly userId?: string
  /** Whether no one waits for it, as `ModelCaller` says. */
  readonly isBackground?: boolean
}

export type Embeddings = UsedCall & {
  /** Of length 1, in the order of the texts. */
  readonly vectors: Float32Array[]
  /** The texts of which only the beginning fitted the model, by their indexes. */
  readonly truncated: readonly number[]
}

export type EmbedderOptions = {
  /** Returns an enabled model of any kind; null when there is none. */
  readonly find: (tenantId: string, name: string) => Promise<readonly EmbeddingModel[] | null>
  readonly router: Pick<ModelRouter, 'post'>
  readonly retry?: Partial<RetryPolicy>
  readonly maxQueryMs?: number
}

type RetryPolicy = {
  readonly retries: number
  /** Before the first retry; it doubles with each. */
  readonly firstWaitMs: number
  /** A busy endpoint that asks for a longer wait is not called again. */
  readonly maxWaitMs: number
  /** As long an endpoint that is down is waited for: longer is left to the caller, who may do something else meanwhile. */
  readonly maxOutageMs: number
}

const defaultRetry: RetryPolicy = { retries: 5, firstWaitMs: 1_000, maxWaitMs: 60_000, maxOutageMs: 5_000 }
const defaultQueryMs = 5_000

/** What one request may have with the servers that have the lowest limits (TEI: `--max-batch-tokens`). */
const maxBatchTokens = 16_000
/** Retries included: halves, cuts and waits end each by themselves, but not soon. */
const maxCalls = (texts: number) => 32 + texts * 6

export type Embedder = ReturnType<typeof createEmbedder>

export function createEmbedder({ find, router, maxQueryMs = defaultQueryMs, ...options }: EmbedderOptions) {
  const retry = { ...defaultRetry, ...options.retry }
  /** The models that make vectors of another dimension than asked for unless it is named. A server may refuse the name where it is not needed. */
  const shortened = new Set<string>()
  const limits = createBatchLimits()
  const acceptances = new Map<string, FormatAcceptance>()

  async function findModel({ tenantId, modelName }: EmbeddingRequest): Promise<EmbeddingModel> {
    const [model] = (await find(tenantId, modelName)) ?? []
    // No fallback: another model's vectors cannot be compared with those of the index.
    if (model?.kind !== 'embedding' || model.name !== modelName) throw new ModelError('MODEL_NOT_FOUND')
    return model
  }

  async function embedTexts(model: EmbeddingModel, request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
    const { tenantId, texts, purpose, settings = model.embedding, userId = tenantId, isBackground = false } = request
    const prefix = purpose === 'query' ? settings.queryPrefix : settings.passagePrefix
    const named = { ...model, upstreamName: model.embedding.upstreamNames[purpose] }
    const retries = isAwaited(request) ? 0 : retry.retries
    const vectors: Float32Array[] = []
    const usage = { inputTokens: 0, estimated: false }
    let dimension = settings.dimension ?? model.embedding.dimension

    const key = `${model.id}/${model.endpoint.revision}`
    const acceptance = acceptances.get(key) ?? {}
    acceptances.set(key, acceptance)
    let calls = 0

    async function post(input: readonly string[], dimensions: number | null): Promise<readonly ReadVector[]> {
      let refusal: unknown
      const postPath: PostPath = async (path, body, onRefusal) => {
        if (++calls > maxCalls(texts.length)) throw new ModelError('MODEL_REFUSED')
        const response = await router.post(named, path, body, { userId, isBackground, stop: signal, onRefusal })
        const inputTokens = readInputTokens(response)
        usage.inputTokens += inputTokens ?? input.reduce((sum, text) => sum + countTokens(text), 0)
        usage.estimated ||= inputTokens === null
        return response
      }
      for (let attempt = 0; ; attempt++) {
        try {
          const { vectors: found } = await callEmbeddings(postPath, { input, dimensions }, acceptance, (error) => (refusal = error))
          return found
        } catch (error) {
          if (refusal instanceof SyntaxError) throw new InvalidVectorsError('not_finite', 'The response is not JSON')
          if (isVectorRefusal(refusal)) return input.map(() => unreadableVector)
          if (!(error instanceof ModelError)) throw error
          if (isSizeRefusal(error, refusal)) throw toExcess(describeRefusal(error, refusal, model))
          const waitMs = readWaitMs(error, refusal) ?? retry.firstWaitMs * 2 ** attempt * (0.5 + Math.random() / 2)
          const maxWaitMs = error.code === 'MODEL_UNAVAILABLE' ? retry.maxOutageMs : retry.maxWaitMs
          if (attempt >= retries || !isTransient(error) || waitMs > maxWaitMs) throw describeRefusal(error, refusal, model)
          await wait(waitMs, undefined, { signal })
        }
      }
    }
    /** Asks for the dimension where that of the model is another one. */
    async function embedBatch(input: readonly string[]): Promise<readonly ReadVector[]> {
      const isNamed = shortened.has(key)
      const isAsFixed = (found: readonly ReadVector[]) => found.every(({ length }) => length === dimension)
      const found = await post(input, isNamed ? dimension : null).catch((error: unknown) => {
        if (!isNamed || !(error instanceof ModelError) || error.code !== 'MODEL_REFUSED') throw error
        shortened.delete(key)
        return post(input, null)
      })
      if (isNamed || dimension === null || found.some(({ length }) => length === dimension)) return found
      const asked = await post(input, dimension).catch((error: unknown) => {
        signal.throwIfAborted()
        if (!(error instanceof ModelError)) throw error
        return found
      })
      if (isAsFixed(asked)) shortened.add(key)
      return asked
    }

    const fitter = createTextFitter({
      embedBatch,
      limit: { get: () => limits.get(key), lower: (size) => limits.lower(key, size) },
    })
    for (const batch of cutBatches(texts, Math.min(model.embedding.batchSize, limits.get(key)))) {
      const found = await fitter.fit(
        batch.map((text) => prefix + text),
        vectors.length,
      )
      vectors.push(...toUnitVectors(found, { count: batch.length, dimensions: dimension }))
      dimension ??= vectors[0]?.length ?? null
    }
    return {
      vectors,
      truncated: fitter.listCut(),
      usage: toInputUsage(usage.inputTokens, usage.estimated),
      serverCalls: calls,
      model: { id: model.id, name: model.name, endpointId: model.endpoint.id },
    }
  }

  return {
    /** Returns what the vectors of a new index of the model are made with. Throws `EMBEDDING_UNAVAILABLE` when there is no such model. */
    async describe(tenantId: string, modelName: string): Promise<EmbeddingSettings> {
      const { embedding } = await findModel({ tenantId, modelName, texts: [], purpose: 'passage' }).catch((error: unknown) => {
        throw toEmbeddingError(error, modelName)
      })
      return { dimension: embedding.dimension, queryPrefix: embedding.queryPrefix, passagePrefix: embedding.passagePrefix }
    },

    /**
     * Returns the vectors of texts. Throws `EMBEDDING_UNAVAILABLE` when the model does not answer, `EMBEDDING_INVALID` when its vectors
     * cannot be used, and the reason of the signal once it is aborted.
     */
    async embed(request: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
      const ends = isAwaited(request) ? AbortSignal.any([signal, AbortSignal.timeout(maxQueryMs)]) : signal
      try {
        signal.throwIfAborted()
        return await embedTexts(await findModel(request), request, ends)
      } catch (error) {
        signal.throwIfAborted()
        throw toEmbeddingError(ends.aborted ? new ModelError('MODEL_FIRST_TOKEN_TIMEOUT') : error, request.modelName)
      }
    },
  }
}

const isAwaited = ({ purpose, isBackground = false }: EmbeddingRequest) => purpose === 'query' && !isBackground

const isTransient = (error: ModelError) => isRetryable(error) || error.code === 'MODEL_BUSY'

/** Returns the wait that the endpoint, or its pause, asks for. */
function readWaitMs({ params }: ModelError, refusal: unknown): number | undefined {
  const seconds = params?.['retry_after']
  return readRetryAfterMs(refusal) ?? (typeof seconds === 'number' ? seconds * 1_000 : undefined)
}

/** Adds what the endpoint said, for the administrator who reads why a source has failed. */
function describeRefusal(error: ModelError, refusal: unknown, { endpoint }: RoutedModel): ModelError {
  if (refusal === undefined) return error
  const { status, message } = readEndpointWords(refusal, endpoint)
  const waitMs = readWaitMs(error, refusal)
  const retryAfter = waitMs !== undefined && { retry_after: Math.ceil(waitMs / 1_000) }
  return new ModelError(error.code, { params: { ...error.params, ...retryAfter, status, message }, cause: error.cause })
}

/** Says that it is the size, whatever the endpoint calls it. */
const toExcess = ({ params, cause }: ModelError) => new ModelError('MODEL_CONTEXT_EXCEEDED', { ...(params && { params }), cause })

function toEmbeddingError(error: unknown, model: string): unknown {
  if (error instanceof InvalidVectorsError) {
    return new AppError('EMBEDDING_INVALID', { params: { model, problem: error.problem, reason: error.message }, cause: error })
  }
  if (error instanceof ModelError) {
    return new AppError('EMBEDDING_UNAVAILABLE', { params: { model, cause: error.code, ...error.params }, cause: error })
  }
  return error
}

function* cutBatches(texts: readonly string[], maxTexts: number): Generator<readonly string[]> {
  let batch: string[] = []
  let tokens = 0
  for (const text of texts) {
    const own = estimateTokens(text)
    if (batch.length > 0 && (batch.length >= maxTexts || tokens + own > maxBatchTokens)) {
      yield batch
      batch = []
      tokens = 0
    }
    batch.push(text)
    tokens += own
  }
  if (batch.length > 0) yield batch
}
