// One call for vectors, as the embedder and the test of a model make it.
import { ModelError } from '@heddle/workflow/model/ports'
import { readRefusalText } from '../batch-limit.ts'
import { type EmbeddingResult, readEmbeddings } from './embedding-response.ts'

/** Posts to a path of the model's endpoint; `onRefusal` is told what it says instead of a response. */
export type PostPath = (path: string, body: object, onRefusal: (error: unknown) => void) => Promise<unknown>

export type EmbeddingCall = {
  readonly input: readonly string[]
  /** Null for those that the model has by itself. */
  readonly dimensions: number | null
}

/** Whether a server accepts the format of its vectors in a request; undefined before a refusal. */
export type FormatAcceptance = { isFormatRefused?: boolean }

/**
 * Returns the vectors of some texts. A server that refuses the format is asked once more without it, which `acceptance` keeps for the
 * next call. Throws a `ModelError`, and an `InvalidVectorsError` for a response that cannot be read.
 */
export async function callEmbeddings(
  post: PostPath,
  { input, dimensions }: EmbeddingCall,
  acceptance: FormatAcceptance,
  onRefusal: (error: unknown) => void = () => undefined,
): Promise<EmbeddingResult> {
  let refusal: unknown
  const send = () =>
    post(
      '/embeddings',
      { input, ...(!acceptance.isFormatRefused && { encoding_format: 'float' }), ...(dimensions !== null && { dimensions }) },
      (error) => {
        refusal = error
        onRefusal(error)
      },
    )
  const response = await send().catch(async (error: unknown) => {
    const isRefused = error instanceof ModelError && error.code === 'MODEL_REFUSED' && formatWords.test(readRefusalText(refusal))
    if (acceptance.isFormatRefused || !isRefused) throw error
    acceptance.isFormatRefused = true
    return send()
  })
  return readEmbeddings(response, input.length)
}

/** Of the parameter, or of what it is for. */
const formatWords = /encoding.?format|base64/i
