// What a model refuses before it replies: parameters, and prompts beyond its context, in the words of real servers.
import type { ServerResponse } from 'node:http'
import { sendJson } from '../respond.ts'
import type { Switches } from '../switches.ts'
import type { DemoRefusal } from './error-shapes.ts'
import { excessWordings } from './excess-wordings.ts'
import { parameterWordings } from './parameter-wordings.ts'

export type LimitedRequest = {
  readonly max_tokens?: number | null | undefined
  readonly max_completion_tokens?: number | null | undefined
  readonly temperature?: number | null | undefined
  readonly response_format?: object | null | undefined
  readonly stream_options?: object | null | undefined
  readonly messages: readonly { readonly images: number }[]
}

/** What LiteLLM 1.82.6 without a database says of a key that is not its own. */
const keyRefusal: DemoRefusal = {
  status: 400,
  body: { error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' } },
}
const imageRefusal: DemoRefusal = {
  status: 400,
  body: { error: { message: 'This model is not a multimodal model.', type: 'BadRequestError', param: null, code: 400 } },
}

const limitFields = ['max_tokens', 'max_completion_tokens'] as const
const parameters = [...limitFields, 'response_format', 'temperature', 'stream_options'] as const

/** Returns the refusal of the key, a parameter or the images, by the switches; null for an accepted request. */
function findRefusal(request: LimitedRequest, switches: Switches): DemoRefusal | null {
  if (switches.refuse_key) return keyRefusal
  const wording = parameterWordings[switches.refuse_style ?? 'openai']
  for (const name of parameters) {
    const value = request[name]
    if (value !== undefined && value !== null && switches[`refuse_${name}`]) return wording.parameter(name, value)
  }
  for (const name of limitFields) {
    const limit = request[name] ?? 0
    if (switches.max_output !== undefined && limit > switches.max_output) return wording.limit(name, limit, switches.max_output)
  }
  return switches.refuse_images && request.messages.some(({ images }) => images > 0) ? imageRefusal : null
}

/** Returns the refusal of a call whose prompt, or prompt and token limit, exceed the context; null for one that fits. */
function findExcess(
  request: LimitedRequest,
  countPrompt: () => number,
  { context, context_error: style = 'llama_cpp' }: Switches,
): DemoRefusal | null {
  if (context === undefined) return null
  const { counts, refuse } = excessWordings[style]
  const prompt = countPrompt()
  const limit = request.max_tokens ?? request.max_completion_tokens ?? 0
  const tokens = counts === 'sum' ? prompt + limit : prompt
  return tokens <= context ? null : refuse({ context, prompt, limit })
}

/** Refuses a call as the switches say; returns whether it did. The tokens of the prompt are counted only for a context that has an end. */
export function refuseCall(response: ServerResponse, request: LimitedRequest, countPrompt: () => number, switches: Switches): boolean {
  const refusal = findRefusal(request, switches) ?? findExcess(request, countPrompt, switches)
  if (!refusal) return false
  const { status, body, isField } = refusal
  if (isField) {
    response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.end(`error: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`)
  } else if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
  else sendJson(response, status, body)
  return true
}
