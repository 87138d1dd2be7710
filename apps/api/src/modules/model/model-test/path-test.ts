// The test of a model that is no chat model, read as its calls are read.
import { countTokens } from '@heddle/text/count-tokens'
import { toUnitVectors } from '@heddle/retrieval/vectors'
import { ModelError, type ModelUsage } from '@heddle/workflow/ports'
import { readEmbeddings, toInputUsage } from '../../../models/embedding/embedding-response.ts'
import { readEndpointWords } from '../../../models/endpoint/endpoint-words.ts'
import { createReranker } from '../../../models/rerank/reranker.ts'
import type { PostOptions } from '../../../models/model-router.ts'
import type { RoutedModel } from '../../../models/routed-model.ts'
import { describeFailure, maxWaitMs, noWords, type TestCaller, type Tested } from './tested.ts'

const query = 'How much does cotton shrink?'
const passages = ['Cotton shrinks by three percent.', 'The loom is older.']

type Post = (model: RoutedModel, path: string, body: object, options: PostOptions) => Promise<unknown>
type Measured = { readonly usage: ModelUsage; readonly dimension: number | null }

/** Calls an embedding or a rerank model. Never throws. */
export async function testPath({ router, model, userId, stop }: TestCaller): Promise<Tested> {
  let refusal: unknown
  let failure: unknown
  let measured: Measured = { usage: toInputUsage(0, false), dimension: null }
  const post: Post = (called, path, body, options) =>
    router.testPath(called, path, body, { ...options, onRefusal: (error) => (refusal = error) })
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
      error: failure === undefined ? null : describeFailure(failure, words),
      chat: null,
      embedding: dimension === null ? null : { dimension },
    },
    calls: [{ usage, firstTokenMs: null, failure }],
  }
}

type Called = Pick<TestCaller, 'model' | 'userId' | 'stop'>

async function embed(post: Post, { model, userId, stop }: Called): Promise<Measured> {
  const response = await post(model, '/embeddings', { input: [query], encoding_format: 'float' }, { userId, stop })
  try {
    const { vectors, inputTokens } = readEmbeddings(response, 1)
    const [vector] = toUnitVectors(vectors, { count: 1, dimensions: null })
    return { usage: toInputUsage(inputTokens ?? countTokens(query), inputTokens === null), dimension: vector?.length ?? null }
  } catch (cause) {
    throw new ModelError('MODEL_STREAM_BROKEN', { cause })
  }
}

async function rerank(post: Post, { model, userId, stop }: Called): Promise<Measured> {
  const reranker = createReranker({ find: () => Promise.resolve([model]), router: { post }, maxMs: maxWaitMs })
  const { usage } = await reranker.rerank({ tenantId: '', modelName: model.name, userId, query, passages }, stop)
  return { usage, dimension: null }
}
