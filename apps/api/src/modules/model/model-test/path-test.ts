// The test of a model that is no chat model, read as its calls are read.
import { countTokens } from '@heddle/text/count-tokens'
import { InvalidVectorsError, toUnitVectors } from '@heddle/retrieval/vectors'
import { ModelError, type ModelUsage } from '@heddle/workflow/model/ports'
import { callEmbeddings } from '../../../platform/inference/embedding/embedding-call.ts'
import { readEndpointWords } from '../../../platform/inference/endpoint/endpoint-words.ts'
import { toInputUsage } from '../../../platform/inference/input-usage.ts'
import { createReranker } from '../../../platform/inference/rerank/reranker.ts'
import type { PostOptions } from '../../../platform/inference/model-router.ts'
import type { RoutedModel } from '../../../platform/inference/routed-model.ts'
import { toTestFailure, maxWaitMs, noWords, type TestCaller, type Tested } from './tested.ts'

const query = 'How much does cotton shrink?'
const passages = ['Cotton shrinks by three percent.', 'The loom is older.']

type Post = (model: RoutedModel, path: string, body: object, options: PostOptions) => Promise<unknown>
type Measured = { readonly usage: ModelUsage; readonly dimension: number | null }

/** Calls an embedding or a rerank model. Never throws. */
export async function testPath({ router, model, userId, stop }: TestCaller): Promise<Tested> {
  let refusal: unknown
  let failure: unknown
  let serverCalls = 0
  let measured: Measured = { usage: toInputUsage(0, false), dimension: null }
  const post: Post = (called, path, body, options) => {
    serverCalls += 1
    return router.testPath(called, path, body, {
      ...options,
      onRefusal: (error) => {
        refusal = error
        options.onRefusal?.(error)
      },
    })
  }
  const caller = { model, userId, stop: AbortSignal.any([stop, AbortSignal.timeout(maxWaitMs)]) }
  try {
    measured = await (model.kind === 'embedding' ? embed(post, caller) : rerank(post, caller))
  } catch (error) {
    failure = error
  }
  const words = refusal === undefined ? noWords : readEndpointWords(refusal, model.endpoint)
  const { usage, dimension } = measured
  return {
    result: {
      error: failure === undefined ? null : toTestFailure(failure, words),
      chat: null,
      embedding: dimension === null ? null : { dimension },
    },
    calls: [{ usage, serverCalls, firstTokenMs: null, failure }],
  }
}

type Called = Pick<TestCaller, 'model' | 'userId' | 'stop'>

async function embed(post: Post, { model, userId, stop }: Called): Promise<Measured> {
  const call = (path: string, body: object, onRefusal: (error: unknown) => void) => post(model, path, body, { userId, stop, onRefusal })
  try {
    const { vectors, inputTokens } = await callEmbeddings(call, { input: [query], dimensions: null }, {})
    const [vector] = toUnitVectors(vectors, { count: 1, dimensions: null })
    return { usage: toInputUsage(inputTokens ?? countTokens(query), inputTokens === null), dimension: vector?.length ?? null }
  } catch (cause) {
    throw cause instanceof InvalidVectorsError ? new ModelError('MODEL_STREAM_BROKEN', { cause }) : cause
  }
}

async function rerank(post: Post, { model, userId, stop }: Called): Promise<Measured> {
  const reranker = createReranker({ find: () => Promise.resolve([model]), router: { post }, maxMs: maxWaitMs })
  const { usage } = await reranker.rerank({ tenantId: '', modelName: model.name, userId, query, passages }, stop)
  return { usage, dimension: null }
}
