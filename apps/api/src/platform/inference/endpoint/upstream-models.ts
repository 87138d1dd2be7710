// Which models an endpoint serves, as it says itself: `/v1/models`, and Ollama's own addresses, which say more.
import type { ModelCapability, ModelKind } from '@heddle/contracts/model/model-endpoint'
import { z } from 'zod'
import { AppError } from '../../errors/app-error.ts'
import { findPrivateRefusal, type MayReachPrivate } from './endpoint-address.ts'
import { createModelTransport, readResponseText, StreamResponse } from './model-transport.ts'

export type ListedModel = {
  readonly upstreamName: string
  readonly kind: ModelKind
  /** As the endpoint runs it; null when it does not say. */
  readonly contextTokens: number | null
  readonly images: ModelCapability
  readonly reasoning: ModelCapability
}

type Endpoint = {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly kind: string
  readonly mayReachPrivate?: MayReachPrivate | undefined
}

const maxMs = 10_000
const maxBytes = 2 * 1024 * 1024
const maxModels = 500
/** Each is a call of its own. */
const maxDescribed = 50

const tokens = z.int().min(1).max(10_000_000).optional().catch(undefined)
const Listed = z.object({
  id: z.string().min(1).max(200),
  owned_by: z.string().optional().catch(undefined),
  /** vLLM and SGLang. */
  max_model_len: tokens,
  /** llama.cpp; of one slot. */
  meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
  architecture: z
    .object({ input_modalities: z.array(z.string()) })
    .optional()
    .catch(undefined),
})
const ModelList = z.object({ data: z.array(z.unknown()) })
const OllamaModel = z.object({ capabilities: z.array(z.string()) })
const OllamaLoaded = z.object({ models: z.array(z.object({ model: z.string(), context_length: tokens })) })

/**
 * Returns the models in the endpoint's order, within ten seconds. Throws `MODEL_UNAVAILABLE`, `MODEL_NOT_AN_API`, `MODEL_REFUSED`,
 * `MODEL_ADDRESS_REFUSED` or `CHAT_AUTH_KEY_MISSING` when it does not list them; nothing that it says is in the error.
 */
export async function listUpstreamModels({ baseUrl, apiKey, kind, mayReachPrivate }: Endpoint): Promise<ListedModel[]> {
  const transport = createModelTransport(mayReachPrivate)
  const signal = AbortSignal.timeout(maxMs)
  const headers = { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }

  async function read(url: string, body?: object): Promise<unknown> {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await transport.fetch(url, { headers, signal, ...request })
    if (!(response instanceof StreamResponse)) throw toRefusal(response.status)
    return JSON.parse(await readResponseText(response.stream, maxBytes))
  }

  /** What an older version does not know stays unknown. */
  const readOptional = async <T>(schema: z.ZodType<T>, url: string, body?: object): Promise<T | undefined> => {
    try {
      return schema.safeParse(await read(url, body)).data
    } catch {
      return undefined
    }
  }

  try {
    const list = ModelList.parse(await read(`${baseUrl}/models`))
    const listed = list.data.slice(0, maxModels).flatMap((entry) => Listed.safeParse(entry).data ?? [])
    const models = listed.map(toUpstreamModel)
    if (kind !== 'ollama' && !(kind === 'auto' && listed.some(({ owned_by }) => owned_by === 'library'))) return models
    const root = baseUrl.replace(/\/v1$/, '')
    const loaded = await readOptional(OllamaLoaded, `${root}/api/ps`)
    return await Promise.all(
      models.map(async (model, index) => {
        const contextTokens = loaded?.models.find(({ model: name }) => name === model.upstreamName)?.context_length ?? null
        const known = index < maxDescribed ? await readOptional(OllamaModel, `${root}/api/show`, { model: model.upstreamName }) : undefined
        return { ...model, contextTokens, ...(known && toCapabilities(known.capabilities)) }
      }),
    )
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (findPrivateRefusal(cause)) throw new AppError('MODEL_ADDRESS_REFUSED', { params: { reason: 'private_network' }, cause })
    const isAnswered = cause instanceof SyntaxError || cause instanceof z.ZodError
    throw new AppError(isAnswered ? 'MODEL_NOT_AN_API' : 'MODEL_UNAVAILABLE', { cause })
  } finally {
    void transport.close()
  }
}

function toRefusal(status: number): AppError {
  if (status === 401 || status === 403) return new AppError('CHAT_AUTH_KEY_MISSING')
  return status >= 400 && status < 500 ? new AppError('MODEL_REFUSED', { params: { status } }) : new AppError('MODEL_UNAVAILABLE')
}

/** Most endpoints do not say what a model is for. */
function guessKind(name: string): ModelKind {
  if (/rerank/i.test(name)) return 'rerank'
  return /embed|\b(multilingual-)?(e5|bge|gte|labse|minilm)\b/i.test(name) ? 'embedding' : 'chat'
}

const toUpstreamModel = ({ id, max_model_len: maxLength, meta, architecture }: z.output<typeof Listed>): ListedModel => ({
  upstreamName: id,
  kind: guessKind(id),
  contextTokens: maxLength ?? meta?.n_ctx ?? null,
  images: architecture ? (architecture.input_modalities.includes('image') ? 'yes' : 'no') : 'unknown',
  reasoning: 'unknown',
})

const toCapabilities = (capabilities: readonly string[]) =>
  ({
    kind: capabilities.includes('embedding') ? 'embedding' : 'chat',
    images: capabilities.includes('vision') ? 'yes' : 'no',
    reasoning: capabilities.includes('thinking') ? 'yes' : 'no',
  }) as const
