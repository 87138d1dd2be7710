// How servers word the refusal of a prompt beyond the context, with the true numbers of the request: a shorter one is accepted then. Their
// sources are in the corpus.
import {
  anthropicError,
  beyondModelLength,
  litellmError,
  openAiError,
  type DemoRefusal,
  refusedWith,
  sglangError,
  vllmError,
} from './error-shapes.ts'

export type Counts = { readonly context: number; readonly prompt: number; readonly limit: number }

type ExcessWording = {
  /** What has to fit the context: the prompt, or the prompt with the token limit. */
  readonly counts: 'prompt' | 'sum'
  readonly refuse: (counts: Counts) => DemoRefusal
}

const inMessages = ({ context, prompt, limit }: Counts) =>
  `This model's maximum context length is ${context} tokens. However, you requested ${prompt + limit} tokens (${prompt} in the messages, ${limit} in the completion). Please reduce the length of the messages or completion.`
const resultedIn = ({ context, prompt }: Counts) =>
  `This model's maximum context length is ${context} tokens. However, your messages resulted in ${prompt} tokens. Please reduce the length of the messages.`
const llamaError = ({ context, prompt }: Counts) => ({
  code: 400,
  message: `request (${prompt} tokens) exceeds the available context size (${context} tokens), try increasing it`,
  type: 'exceed_context_size_error',
  n_prompt_tokens: prompt,
  n_ctx: context,
})
/** vLLM since 0.12 stops counting a prompt one token beyond what the limit leaves of the context. */
function refuseAtLeast({ context, limit }: Counts): DemoRefusal {
  if (limit > context) return refusedWith(beyondModelLength(limit, context))
  const counted = context - limit + 1
  const message =
    limit === 0
      ? `However, your prompt contains at least ${counted} input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt.`
      : `However, you requested ${limit} output tokens and your prompt contains at least ${counted} input tokens, for a total of at least ${context + 1} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`
  const words = `This model's maximum context length is ${context} tokens. ${message} (parameter=input_tokens, value=${counted})`
  return refusedWith(vllmError(words, 'input_tokens'))
}

const prompt = (refuse: (counts: Counts) => DemoRefusal): ExcessWording => ({ counts: 'prompt', refuse })
const sum = (refuse: (counts: Counts) => DemoRefusal): ExcessWording => ({ counts: 'sum', refuse })

export const excessWordings = {
  // llama.cpp cuts a long answer, and refuses only a long prompt.
  llama_cpp: prompt((counts) => refusedWith({ error: llamaError(counts) })),
  /** Before 2025-09. */
  llama_cpp_stream: prompt((counts) => ({ status: 200, body: llamaError(counts), isField: true })),
  llama_cpp_500: prompt(() => refusedWith({ error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }, 500)),
  llama_cpp_python: prompt(({ context, prompt: tokens }) =>
    refusedWith(openAiError(`Requested tokens (${tokens}) exceed context window of ${context}`, { type: 'internal_server_error' }), 500),
  ),
  /** Before 0.12. */
  vllm: sum((counts) => refusedWith(vllmError(inMessages(counts)))),
  vllm_at_least: sum(refuseAtLeast),
  vllm_characters: prompt(({ context }) =>
    refusedWith(
      vllmError(
        `This model's maximum context length is ${context} tokens. However, your prompt contains ${context * 40} characters (more than ${context * 16} characters, which is the upper bound for ${context} input tokens). Please reduce the length of the input prompt. (parameter=input_text, value=${context * 40})`,
        'input_text',
      ),
    ),
  ),
  sglang: sum(({ context, prompt: tokens, limit }) =>
    refusedWith(
      sglangError(
        tokens >= context
          ? `The input (${tokens} tokens) is longer than the model's context length (${context} tokens).`
          : `Requested token count exceeds the model's maximum context length of ${context} tokens. You requested a total of ${tokens + limit} tokens: ${tokens} tokens from the input messages and ${limit} tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.`,
      ),
    ),
  ),
  ollama: prompt(() => refusedWith(openAiError('the input length exceeds the context length'))),
  tgi: sum(({ context, prompt: tokens, limit }) =>
    refusedWith(
      {
        error: `Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${context}. Given: ${tokens} \`inputs\` tokens and ${limit} \`max_new_tokens\``,
        error_type: 'validation',
      },
      422,
    ),
  ),
  tgi_inputs: prompt(({ context, prompt: tokens }) =>
    refusedWith(
      { error: `Input validation error: \`inputs\` must have less than ${context} tokens. Given: ${tokens}`, error_type: 'validation' },
      422,
    ),
  ),
  openai: sum((counts) => refusedWith(openAiError(resultedIn(counts), { param: 'messages', code: 'context_length_exceeded' }))),
  openai_no_numbers: prompt(() =>
    refusedWith(
      openAiError('Your input exceeds the context window of this model. Please adjust your input and try again.', {
        param: 'input',
        code: 'context_length_exceeded',
      }),
    ),
  ),
  groq: prompt(() =>
    refusedWith(
      openAiError('Please reduce the length of the messages or completion.', { param: 'messages', code: 'context_length_exceeded' }),
    ),
  ),
  anthropic: prompt(({ context, prompt: tokens }) =>
    refusedWith(anthropicError(`prompt is too long: ${tokens} tokens > ${context} maximum`)),
  ),
  anthropic_sum: sum(({ context, prompt: tokens, limit }) =>
    refusedWith(
      anthropicError(
        `input length and \`max_tokens\` exceed context limit: ${tokens} + ${limit} > ${context}, decrease input length or \`max_tokens\` and try again`,
      ),
    ),
  ),
  litellm: sum((counts) => refusedWith(litellmError(`ContextWindowExceededError: OpenAIException - ${resultedIn(counts)}`))),
  gemini: prompt(({ context, prompt: tokens }) =>
    refusedWith([
      {
        error: {
          code: 400,
          message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${context}).`,
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
  ),
  dashscope: prompt(({ context }) =>
    refusedWith(openAiError(`<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${context}]`)),
  ),
  openrouter: sum(({ context, prompt: tokens, limit }) =>
    refusedWith({
      error: {
        message: `This endpoint's maximum context length is ${context} tokens. However, you requested about ${tokens + limit} tokens (${tokens} of text input, ${limit} in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
        code: 400,
      },
    }),
  ),
  lm_studio: prompt(({ context, prompt: tokens }) =>
    refusedWith({
      error: `Trying to keep the first ${tokens} tokens when context the overflows. However, the model is loaded with context length of only ${context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`,
    }),
  ),
  proxy_413: prompt(() => refusedWith('', 413)),
} satisfies Record<string, ExcessWording>

export type ExcessStyle = keyof typeof excessWordings
export const excessStyles = Object.keys(excessWordings) as ExcessStyle[]
