import { APIError } from 'openai'
import { expect, test } from 'vitest'
import { toModelError } from './model-errors.ts'

const refusal = (error: object) => APIError.generate(400, { error }, undefined, new Headers())

test('a refusal keeps what names the cause, and nothing that may quote the conversation', () => {
  const message = "Input should be a valid list, 'input': [{'role': 'user', 'content': 'a secret'}]"
  const error = toModelError(refusal({ message, type: 'BadRequestError', code: 'a code with a secret' }))
  expect(error).toMatchObject({ code: 'MODEL_REFUSED', params: { status: 400 } })
  expect(error.cause).toEqual(new Error('The endpoint responded with 400 BadRequestError'))
})

test('a key that LiteLLM refuses without a database is CHAT_AUTH_KEY_MISSING', () => {
  const error = { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' }
  expect(toModelError(refusal(error))).toMatchObject({ code: 'CHAT_AUTH_KEY_MISSING' })
})

test.each([
  [
    'llama.cpp',
    { type: 'exceed_context_size_error', message: 'request exceeds', n_prompt_tokens: 31_000, n_ctx: 16_384 },
    { context_tokens: 16_384, prompt_tokens: 31_000 },
  ],
  [
    'OpenAI',
    {
      code: 'context_length_exceeded',
      message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens.",
    },
    { context_tokens: 128_000, prompt_tokens: 150_000 },
  ],
  [
    'vLLM',
    {
      type: 'BadRequestError',
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
    },
    { context_tokens: 4_096, prompt_tokens: 4_500 },
  ],
  [
    'a newer vLLM',
    {
      message:
        "'max_tokens' is too large: 3000. This model's maximum context length is 4096 tokens and your request has 2000 input tokens (3000 > 4096 - 2000).",
    },
    { context_tokens: 4_096, prompt_tokens: 2_000 },
  ],
  [
    'SGLang',
    { message: "The input (5000 tokens) is longer than the model's context length (4096 tokens)." },
    { context_tokens: 4_096, prompt_tokens: 5_000 },
  ],
  ['LiteLLM', { message: 'litellm.ContextWindowExceededError: litellm.BadRequestError: VertexAIException' }, {}],
])('a prompt that is too long for %s is MODEL_CONTEXT_EXCEEDED, with its numbers', (_server, error, params) => {
  expect(toModelError(refusal(error))).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params })
})
