// What real servers refuse a call with: the wordings of public sources and issues, by what they mean.
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import type { ContextExcess } from './refusal-counts.ts'
import type { RefusalKind } from './refusal.ts'

export type RefusalFixture = {
  /** With its version, where the wording belongs to one. */
  readonly server: string
  readonly source: string
  readonly status: number
  readonly body: unknown
  readonly kind: RefusalKind
  /** The true counts, of a context. */
  readonly excess?: ContextExcess
  /** Whether a smaller token limit may be enough, of a context. */
  readonly mayBeLimit?: boolean
  readonly parameter?: OptionalParameter
  /** Of a token limit: what was sent, and the highest that is allowed. */
  readonly limit?: readonly [sent: number, highest: number | undefined]
}

type Error = Readonly<Record<string, unknown>>

const openAi = (message: string, more: Error = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
})
const vllm = (message: string, param: string | null = null) => ({ error: { message, type: 'BadRequestError', param, code: 400 } })
const oldVllm = (message: string) => ({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 })
const tgi = (error: string) => ({ error: `Input validation error: ${error}`, error_type: 'validation' })
const fastApi = (...loc: readonly string[]) => ({
  detail: loc.map((name) => ({
    type: 'extra_forbidden',
    loc: ['body', name],
    msg: 'Extra inputs are not permitted',
    input: { include_usage: true },
  })),
})
const counts = (context: number, prompt?: number): ContextExcess => ({
  context_tokens: context,
  ...(prompt !== undefined && { prompt_tokens: prompt }),
})

/** The prompt does not fit, or only together with the token limit. */
const contexts: readonly (readonly [
  server: string,
  source: string,
  status: number,
  body: unknown,
  excess: ContextExcess,
  mayBeLimit: boolean,
])[] = [
  [
    'vLLM 0.9',
    'vllm serving_engine.py',
    400,
    oldVllm(
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion). Please reduce the length of the messages or completion.",
    ),
    counts(4096, 4500),
    false,
  ],
  [
    'vLLM 0.9, limit',
    'vllm serving_engine.py',
    400,
    oldVllm(
      "This model's maximum context length is 8192 tokens. However, you requested 9064 tokens (2000 in the messages, 7064 in the completion). Please reduce the length of the messages or completion.",
    ),
    counts(8192, 2000),
    true,
  ],
  [
    'vLLM 0.9, messages',
    'vllm serving_engine.py',
    400,
    oldVllm(
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens in the messages, Please reduce the length of the messages.",
    ),
    counts(8192, 9000),
    false,
  ],
  [
    'vLLM 0.11',
    'vllm serving_engine.py',
    400,
    vllm(
      "This model's maximum context length is 8192 tokens. However, your request has 9000 input tokens. Please reduce the length of the input messages.",
    ),
    counts(8192, 9000),
    false,
  ],
  [
    'vLLM 0.11, limit',
    'vllm serving_engine.py',
    400,
    vllm(
      "'max_tokens' or 'max_completion_tokens' is too large: 6064. This model's maximum context length is 8192 tokens and your request has 2150 input tokens (6064 > 8192 - 2150).",
    ),
    counts(8192, 2150),
    true,
  ],
  [
    'vLLM 0.25, bound',
    'vllm renderers/params.py',
    400,
    vllm(
      "This model's maximum context length is 8192 tokens. However, you requested 7960 output tokens and your prompt contains at least 233 input tokens, for a total of at least 8193 tokens. Please reduce the length of the input prompt or the number of requested output tokens.",
      'input_tokens',
    ),
    counts(8192),
    true,
  ],
  [
    'vLLM 0.25, exact',
    'vllm renderers/params.py',
    400,
    vllm(
      "This model's maximum context length is 8192 tokens. However, you requested 64 output tokens and your prompt contains 10000 input tokens, for a total of 10064 tokens. Please reduce the length of the input prompt or the number of requested output tokens.",
    ),
    counts(8192, 10000),
    false,
  ],
  [
    'vLLM 0.25, characters',
    'vllm renderers/params.py',
    400,
    vllm(
      "This model's maximum context length is 8192 tokens. However, you requested 64 output tokens and your prompt contains 100000 characters (more than 81280 characters, which is the upper bound for 8128 input tokens). Please reduce the length of the input prompt or the number of requested output tokens.",
    ),
    counts(8192),
    true,
  ],
  [
    'vLLM, reworded',
    'vllm-project/vllm#36197',
    400,
    vllm(
      "You passed 400 input tokens and requested 2045 output tokens. However, the model's context length is only 2048 tokens, resulting in a maximum input length of 3 tokens. Please reduce the length of the input prompt or the number of requested output tokens.",
    ),
    counts(2048, 400),
    true,
  ],
  [
    'vLLM, decoder prompt',
    'vllm v1/engine/processor.py',
    400,
    vllm(
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    ),
    counts(4096, 5000),
    false,
  ],
  [
    'vLLM, total length',
    'vllm-project/vllm#12600',
    400,
    oldVllm(
      'The prompt (total length 5000) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens.',
    ),
    counts(4096, 5000),
    false,
  ],
  [
    'vLLM, scheduler',
    'vllm-project/vllm#10440',
    400,
    oldVllm('Input prompt (35247 tokens) is too long and exceeds limit of 1000'),
    counts(1000, 35247),
    false,
  ],
  [
    'SGLang',
    'sglang tokenizer_manager.py',
    400,
    oldVllm("The input (5000 tokens) is longer than the model's context length (4096 tokens)."),
    counts(4096, 5000),
    false,
  ],
  [
    'SGLang, total',
    'sglang tokenizer_manager.py',
    400,
    oldVllm(
      "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 70000 tokens: 6000 tokens from the input messages and 64000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    ),
    counts(32768, 6000),
    true,
  ],
  [
    'SGLang, short',
    'sglang tokenizer_manager.py',
    400,
    oldVllm("Requested token count exceeds the model's maximum context length of 262144 tokens."),
    counts(262144),
    true,
  ],
  [
    'TGI',
    'text-generation-inference validation.rs',
    422,
    tgi('`inputs` must have less than 4096 tokens. Given: 5000'),
    counts(4096, 5000),
    false,
  ],
  [
    'TGI, total',
    'text-generation-inference validation.rs',
    422,
    tgi('`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1974 `inputs` tokens and 3024 `max_new_tokens`'),
    counts(4096, 1974),
    true,
  ],
  [
    'llama.cpp',
    'llama.cpp server.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 31000,
        n_ctx: 16384,
      },
    },
    counts(16384, 31000),
    false,
  ],
  [
    'llama.cpp, words only',
    'llama.cpp server.cpp',
    400,
    openAi('request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it'),
    counts(4096, 5000),
    false,
  ],
  [
    'llama.cpp, while it generates',
    'llama.cpp server.cpp',
    500,
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    {},
    true,
  ],
  [
    'llama.cpp, batch',
    'llama.cpp server.cpp',
    500,
    { error: { code: 500, message: 'input is too large to process. increase the physical batch size', type: 'server_error' } },
    {},
    false,
  ],
  [
    'llama-cpp-python',
    'llama_cpp/llama.py',
    400,
    openAi(
      "This model's maximum context length is 2048 tokens, however you requested 2600 tokens (2500 in your prompt; 100 for the completion). Please reduce your prompt; or completion length.",
      { code: 'context_length_exceeded' },
    ),
    counts(2048, 2500),
    false,
  ],
  [
    'llama-cpp-python, in Xinference',
    'llama_cpp/llama.py',
    500,
    { detail: 'Requested tokens (9001) exceed context window of 8192' },
    counts(8192, 9001),
    false,
  ],
  ['Ollama', 'ollama llm/server.go', 400, { error: 'the input length exceeds the context length' }, {}, false],
  [
    'Ollama, compatible',
    'ollama openai/openai.go',
    400,
    openAi('prompt too long; exceeded max context length by 100918 tokens', { type: 'api_error' }),
    {},
    false,
  ],
  [
    'LM Studio',
    'lmstudio-ai issues',
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input',
    },
    counts(4096, 5000),
    false,
  ],
  [
    'LM Studio, to keep',
    'lmstudio-ai issues',
    400,
    {
      error:
        'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
    },
    {},
    false,
  ],
  [
    'TabbyAPI',
    'tabbyAPI backends/exllamav2',
    400,
    { error: { message: 'Prompt length 5000 is greater than max_seq_len 4096', trace: null } },
    counts(4096, 5000),
    false,
  ],
  [
    'TabbyAPI, context',
    'tabbyAPI backends/exllamav2',
    503,
    { detail: { error: { message: 'Context length 5000 is greater than max_seq_len 4096', trace: 'Traceback' } } },
    counts(4096, 5000),
    false,
  ],
  [
    'TensorRT-LLM',
    'tensorrt_llm executor',
    400,
    oldVllm(
      'Prompt length (5000) exceeds maximum input length (4096). Set log level to info and check TRTGPTModel logs for how maximum input length is set',
    ),
    counts(4096, 5000),
    false,
  ],
  [
    'TensorRT-LLM, default limit',
    'tensorrt_llm sampling',
    400,
    oldVllm('`default_max_tokens` (-23) should be greater than 0, `default_max_tokens` = max_seq_len (4096) - `splited_prompt_len` (4119)'),
    counts(4096, 4119),
    false,
  ],
  [
    'Triton',
    'triton tensorrtllm_backend',
    400,
    { error: 'Encountered an error when fetching new request: Prompt length (5000) exceeds maximum input length (4096).' },
    counts(4096, 5000),
    false,
  ],
  [
    'LMDeploy',
    'lmdeploy serve/openai',
    400,
    oldVllm("The input (5000 tokens) exceeds the model's session_len (4096)"),
    counts(4096, 5000),
    false,
  ],
  [
    'Atlas',
    '0xBakeer/inference-atlas#186',
    400,
    { error: 'Prompt too long: 5152 tokens exceeds max_seq_len 2048 (leave room for output tokens)' },
    counts(2048, 5152),
    false,
  ],
  [
    'ds4',
    'antirez/ds4#150',
    400,
    { error: { message: 'Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens', type: 'context_exceeded' } },
    counts(256000, 5958968),
    false,
  ],
  [
    'OpenAI',
    'OpenAI API',
    400,
    openAi(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens. Please reduce the length of the messages.",
      { param: 'messages', code: 'context_length_exceeded' },
    ),
    counts(128000, 150000),
    false,
  ],
  [
    'OpenAI, responses',
    'OpenAI API',
    400,
    openAi('Your input exceeds the context window of this model. Please adjust your input and try again.', {
      param: 'input',
      code: 'context_length_exceeded',
    }),
    {},
    false,
  ],
  [
    'OpenAI, configured',
    'BerriAI/litellm tests',
    400,
    openAi(
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
      { param: 'messages', code: 'context_length_exceeded' },
    ),
    counts(272000, 509178),
    false,
  ],
  [
    'OpenAI, one text',
    'OpenAI API',
    400,
    openAi(
      "Invalid 'messages[5].content': string too long. Expected a string with maximum length 10485760, but got a string with length 20000000 instead.",
      { code: 'string_above_max_length' },
    ),
    {},
    false,
  ],
  [
    'Azure',
    'Azure OpenAI',
    400,
    openAi(
      "This model's maximum context length is 8192 tokens, however you requested 10346 tokens (8346 in your prompt; 2000 for the completion). Please reduce your prompt; or completion length.",
    ),
    counts(8192, 8346),
    false,
  ],
  [
    'Azure, innererror',
    'Azure OpenAI',
    400,
    { error: { code: 'BadRequest', message: 'The request failed.', innererror: { code: 'context_length_exceeded' } } },
    {},
    true,
  ],
  [
    'GitHub Models',
    'GitHub Models',
    413,
    openAi('Request body too large for gpt-4o model. Max size: 8000 tokens.', { code: 'tokens_limit_reached' }),
    counts(8000),
    false,
  ],
  [
    'GitHub Copilot',
    'earendil-works/pi overflow.ts',
    400,
    openAi('prompt token count of 5000 exceeds the limit of 4096', { code: 'model_max_prompt_tokens_exceeded' }),
    counts(4096, 5000),
    false,
  ],
  [
    'Anthropic',
    'Anthropic API',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 213462 tokens > 200000 maximum' } },
    counts(200000, 213462),
    false,
  ],
  [
    'Anthropic, limit',
    'Anthropic API',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
      },
    },
    counts(200000, 188240),
    true,
  ],
  [
    'Anthropic, gateway',
    'Anthropic API',
    400,
    openAi('max_tokens: 32768 > context_window: 200000 - input_tokens: 190000 = available_tokens: 10000'),
    counts(200000, 190000),
    true,
  ],
  [
    'Anthropic, bytes',
    'Anthropic API',
    413,
    { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
    {},
    false,
  ],
  [
    'Gemini',
    'Gemini API',
    400,
    [
      {
        error: {
          code: 400,
          message: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    counts(1048575, 1196265),
    false,
  ],
  [
    'Gemini, bytes',
    'Gemini API',
    400,
    { error: { code: 400, message: 'Request payload size exceeds the limit: 20971520 bytes.', status: 'INVALID_ARGUMENT' } },
    {},
    false,
  ],
  [
    'Vertex in LiteLLM',
    'BerriAI/litellm',
    400,
    openAi(
      'litellm.ContextWindowExceededError: litellm.BadRequestError: VertexAIException - {"error":{"code":400,"message":"Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.","status":"INVALID_ARGUMENT"}}',
    ),
    {},
    false,
  ],
  ['Bedrock', 'Amazon Bedrock', 400, { message: 'Input is too long for requested model.' }, {}, false],
  [
    'Bedrock, Claude',
    'strands-agents#1663',
    400,
    { message: 'The model returned the following errors: prompt is too long: 903884 tokens > 200000 maximum' },
    counts(200000, 903884),
    false,
  ],
  [
    'Bedrock, LiteLLM',
    'BerriAI/litellm tests',
    400,
    openAi('AWS Bedrock Error: The request payload size has exceed context limit.'),
    {},
    false,
  ],
  [
    'DashScope',
    'Model Studio error codes',
    400,
    { code: 'InvalidParameter', message: 'Range of input length should be [1, 4096]', request_id: 'a1b2' },
    counts(4096),
    false,
  ],
  [
    'DashScope, compatible',
    'Xunfei 10012',
    400,
    { error: { code: '10012', message: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 202745]' } },
    counts(202745),
    false,
  ],
  [
    'Qwen-Long',
    'Model Studio error codes',
    400,
    { code: 'InvalidParameter', message: 'Total message token length exceed model limit (10000000 tokens).' },
    counts(10000000),
    false,
  ],
  [
    'DeepSeek',
    'DeepSeek API',
    400,
    openAi(
      "This model's maximum context length is 65536 tokens. However, you requested 66000 tokens (58000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
    ),
    counts(65536, 58000),
    true,
  ],
  [
    'Mistral',
    'Mistral API',
    400,
    {
      object: 'error',
      message: 'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_prompt',
      code: '3051',
    },
    counts(32768, 40000),
    false,
  ],
  [
    'Groq',
    'Groq API',
    400,
    openAi('Please reduce the length of the messages or completion.', { param: 'messages', code: 'context_length_exceeded' }),
    {},
    true,
  ],
  [
    'Cerebras',
    'Cerebras API',
    400,
    {
      message: 'Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
    counts(8192, 9000),
    false,
  ],
  ['Cerebras, no body', 'Cerebras API', 413, '', {}, false],
  [
    'Together',
    'earendil-works/pi overflow.ts',
    400,
    openAi("The input (516368 tokens) is longer than the model's context length (262144 tokens)."),
    counts(262144, 516368),
    false,
  ],
  ['Fireworks', 'Fireworks API', 400, openAi('The prompt is too long: 50000, model maximum context length: 32767'), counts(32767), false],
  [
    'DeepInfra in OpenRouter',
    'OpenRouter',
    400,
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: '{"error":{"message":"Requested input length 39818 exceeds maximum input length 32767"}}',
          provider_name: 'DeepInfra',
        },
      },
    },
    counts(32767, 39818),
    false,
  ],
  [
    'OpenRouter',
    'OpenRouter',
    400,
    {
      error: {
        message:
          "This endpoint's maximum context length is 64000 tokens. However, you requested about 64025 tokens (25 of text input, 64000 in the output). Please reduce the length of either one.",
        code: 400,
      },
    },
    counts(64000, 25),
    true,
  ],
  [
    'Poolside in OpenRouter',
    'earendil-works/pi overflow.ts',
    502,
    {
      error: {
        message: 'Provider returned error',
        code: 502,
        metadata: { raw: 'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.' },
      },
    },
    counts(131040, 131393),
    false,
  ],
  [
    'Cohere',
    'Cohere API',
    400,
    {
      message:
        'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292. Try using a shorter prompt, or enabling prompt truncating.',
    },
    counts(4081, 4292),
    false,
  ],
  [
    'Cohere, by',
    'Cohere API',
    400,
    { message: 'too many tokens: size limit exceeded by 1234 tokens. Try using shorter or fewer inputs.' },
    {},
    false,
  ],
  [
    'xAI',
    'xAI API',
    400,
    {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    counts(131072, 537812),
    false,
  ],
  [
    'MiniMax',
    'MiniMax API',
    400,
    {
      type: 'error',
      error: { type: 'bad_request_error', message: 'invalid params, context window exceeds limit (2013)', http_code: '400' },
    },
    {},
    true,
  ],
  [
    'Moonshot',
    'Moonshot API',
    400,
    openAi('Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)'),
    counts(262144),
    true,
  ],
  [
    'Perplexity',
    'BerriAI/litellm#21647',
    400,
    { error: { message: 'The total length of all messages is too long.', type: 'invalid_message', code: 400 } },
    {},
    false,
  ],
  [
    'watsonx',
    'watsonx.ai',
    400,
    {
      errors: [
        {
          code: 'invalid_input_argument',
          message: 'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
          more_info: 'https://example.test',
        },
      ],
      trace: 'a',
      status_code: 400,
    },
    counts(4096, 5000),
    false,
  ],
  [
    'Databricks',
    'Databricks serving',
    400,
    { error_code: 'BAD_REQUEST', message: '{"error":"Input length 300000 exceeds maximum allowed token count 200000"}' },
    counts(200000, 300000),
    false,
  ],
  ['Zhipu', 'Zhipu error codes', 400, { error: { code: '1261', message: 'Prompt 超长' } }, {}, false],
  ['Zhipu, input', 'Zhipu API', 400, { error: { code: '1210', message: '输入长度超过模型上限，请减少输入内容' } }, {}, false],
  [
    'Ark',
    'Volcengine error codes',
    400,
    openAi('Total tokens of image and text exceed max message tokens. Request id: 0217', { code: 'OutofContextError', type: 'BadRequest' }),
    {},
    false,
  ],
  ['Chinese gateway', 'public reports', 400, { error: { message: '上下文长度超出限制', type: 'upstream_error' } }, {}, true],
  [
    'LiteLLM, wrapped with 503',
    'earendil-works/pi overflow.ts',
    503,
    openAi(
      "litellm.ServiceUnavailableError: litellm.MidStreamFallbackError: OpenAIException - Requested token count exceeds the model's maximum context length of 131072 tokens.",
    ),
    counts(131072),
    true,
  ],
  [
    'nginx',
    'nginx',
    413,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center></body></html>',
    {},
    false,
  ],
  [
    'FastAPI, text',
    'public reports',
    400,
    { detail: "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens." },
    counts(4096, 5000),
    false,
  ],
  [
    'Python repr',
    'public reports',
    500,
    "Error code: 400 - {'error': {'message': \"This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens.\"}}",
    counts(4096, 5000),
    false,
  ],
  ['vLLM, no room', 'vllm sampling_params.py', 400, vllm('max_tokens must be at least 1, got -23.'), {}, true],
  ['OpenRouter, input tokens', 'public reports', 400, openAi('This model supports at most 1048576 input tokens.'), counts(1048576), false],
  ['a sum', 'public reports', 400, openAi('Input tokens (5000) + max_tokens (4096) > context window 8192'), counts(8192), true],
  [
    'llama.cpp, cache',
    'llama.cpp server.cpp',
    500,
    { error: { code: 500, message: 'failed to decode the batch: KV cache is full - try increasing it via the context size' } },
    {},
    true,
  ],
  ['vLLM-MLX', 'public reports', 400, { detail: 'prompt (5120) exceeds max_model_len (4096)' }, counts(4096, 5120), false],
  [
    'total',
    'public reports',
    400,
    openAi("The total number of tokens (input + output) exceeds the model's maximum of 4096"),
    counts(4096),
    true,
  ],
  ['Japanese gateway', 'public reports', 400, openAi('プロンプトが長すぎます'), {}, true],
  ['Baidu', 'public reports', 400, { error_code: 336103, error_msg: 'Prompt tokens too long' }, {}, false],
  [
    'Groq, tokens per minute',
    'Groq API',
    413,
    openAi(
      'Request too large for model `llama` in organization `org` on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce your message size and try again.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    { context_tokens: 6000 },
    true,
  ],
  [
    'OpenAI, tokens per minute',
    'OpenAI API',
    429,
    openAi(
      'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000. The input or output tokens must be reduced in order to run successfully.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    { context_tokens: 30000 },
    true,
  ],
]

/** The token limit is above what the server allows. */
const limits: readonly (readonly [
  server: string,
  source: string,
  status: number,
  body: unknown,
  sent: number,
  highest: number | undefined,
])[] = [
  [
    'vLLM',
    'vllm protocol.py',
    400,
    vllm(
      'max_tokens=32536 cannot be greater than max_model_len=max_total_tokens=8192. Please request fewer output tokens. (parameter=max_tokens, value=32536)',
      'max_tokens',
    ),
    32536,
    8192,
  ],
  ['TGI', 'text-generation-inference validation.rs', 422, tgi('`max_new_tokens` must be <= 8192. Given: 9000'), 9000, 8192],
  [
    'OpenAI',
    'OpenAI API',
    400,
    openAi('max_tokens is too large: 20000. This model supports at most 16384 completion tokens, whereas you provided 20000.', {
      param: 'max_tokens',
      code: 'invalid_value',
    }),
    20000,
    16384,
  ],
  [
    'OpenAI, integer',
    'OpenAI API',
    400,
    openAi("Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 5000 instead.", {
      param: 'max_tokens',
      code: 'integer_above_max_value',
    }),
    5000,
    4096,
  ],
  [
    'Anthropic',
    'Anthropic API',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20240620',
      },
    },
    8192,
    4096,
  ],
  [
    'DashScope',
    'Model Studio error codes',
    400,
    {
      error: {
        code: 'invalid_parameter_error',
        param: null,
        message: '<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]',
        type: 'invalid_request_error',
      },
    },
    30000,
    8192,
  ],
  ['DeepSeek', 'DeepSeek API', 400, openAi('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'), 60000, 8192],
  [
    'Groq',
    'Groq API',
    400,
    openAi(
      '`max_completion_tokens` must be less than or equal to `40960`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model',
    ),
    131072,
    40960,
  ],
  [
    'Ark',
    'Volcengine error codes',
    400,
    openAi(
      'The parameter `max_tokens` specified in the request are not valid: integer above maximum value, expected a value <= 32768, but got 65536 instead. Request id: 0217752964393142fa50',
      { code: 'InvalidParameter', param: 'max_tokens' },
    ),
    65536,
    32768,
  ],
  [
    'Gateway',
    'public reports',
    400,
    openAi("max_tokens (384000) exceeds model's maximum output tokens (65536) for model deepseek-v4-flash:0731"),
    384000,
    65536,
  ],
  [
    'Bedrock',
    'Amazon Bedrock',
    400,
    {
      message:
        'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    },
    8192,
    4096,
  ],
  [
    'Gemini',
    'Vertex AI',
    400,
    {
      error: {
        code: 400,
        message:
          'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 8193 (exclusive). Update the value and try again.',
        status: 'INVALID_ARGUMENT',
      },
    },
    100000,
    8192,
  ],
  ['Zhipu', 'Zhipu API', 400, { error: { code: '1210', message: 'max_tokens参数非法：限制数值范围[1,131072]' } }, 200000, 131072],
  ['no number', 'public reports', 400, openAi('max_tokens exceeds the limit for this model', { param: 'max_tokens' }), 20000, undefined],
  [
    'LiteLLM',
    'BerriAI/litellm',
    400,
    openAi('litellm.BadRequestError: OpenAIException - max_tokens=32768 cannot be greater than max_model_len=max_total_tokens=12288'),
    32768,
    12288,
  ],
  [
    'FastAPI, compared',
    'pydantic le',
    422,
    {
      detail: [
        {
          type: 'less_than_equal',
          loc: ['body', 'max_tokens'],
          msg: 'Input should be less than or equal to 8192',
          input: 30000,
          ctx: { le: 8192 },
        },
      ],
    },
    30000,
    8192,
  ],
  ['in plain words', 'public reports', 400, openAi('Max tokens is too high, maximum 4096'), 30000, 4096],
]

const parameters: readonly (readonly [server: string, source: string, status: number, body: unknown, parameter: OptionalParameter])[] = [
  ['FastAPI, strict', 'pydantic extra=forbid', 422, fastApi('stream_options'), 'stream_options'],
  ['Mistral', 'Mistral API', 422, { object: 'error', message: fastApi('stream_options'), type: 'invalid_request_error' }, 'stream_options'],
  ['OpenAI, argument', 'OpenAI API', 400, openAi('Unrecognized request argument supplied: stream_options'), 'stream_options'],
  ['TensorRT-LLM', 'tensorrt_llm openai_protocol.py', 400, oldVllm('stream_options is not supported'), 'stream_options'],
  [
    'a gateway that drops stream',
    'vllm protocol.py',
    400,
    oldVllm('Stream options can only be defined when `stream=True`.'),
    'stream_options',
  ],
  [
    'JSON Schema',
    'ajv',
    400,
    { errors: [{ message: "Additional properties are not allowed ('stream_options' was unexpected)" }] },
    'stream_options',
  ],
  [
    'Python keyword',
    'mlx servers',
    500,
    { detail: "Completions.create() got an unexpected keyword argument 'stream_options'" },
    'stream_options',
  ],
  [
    'Azure, old',
    'Azure OpenAI',
    400,
    {
      error: {
        message: 'Unknown parameter: include_usage',
        type: 'invalid_request_error',
        param: 'stream_options',
        code: 'unknown_parameter',
      },
    },
    'stream_options',
  ],
  ['plain text', 'public reports', 400, 'unknown field "stream_options"', 'stream_options'],
  [
    'OpenAI, o-series',
    'OpenAI API',
    400,
    openAi("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      param: 'max_tokens',
      code: 'unsupported_parameter',
    }),
    'max_tokens',
  ],
  ['an old server', 'public reports', 422, fastApi('max_completion_tokens'), 'max_completion_tokens'],
  [
    'OpenAI, default only',
    'OpenAI API',
    400,
    openAi("Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.", {
      param: 'temperature',
      code: 'unsupported_value',
    }),
    'temperature',
  ],
  ['Moonshot', 'Moonshot API', 400, openAi('invalid temperature: only 1 is allowed for this model'), 'temperature'],
  [
    'Anthropic',
    'Anthropic API',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' } },
    'temperature',
  ],
  [
    'DashScope',
    'Model Studio error codes',
    400,
    { code: 'InvalidParameter', message: 'Temperature should be in [0.0, 2.0)' },
    'temperature',
  ],
  ['DeepSeek', 'DeepSeek API', 400, openAi('This response_format type is unavailable now'), 'response_format'],
  ['vLLM', 'vllm protocol.py', 400, vllm('The provided JSON schema contains features not supported by xgrammar.'), 'response_format'],
  [
    'llama.cpp',
    'llama.cpp server.cpp',
    400,
    { error: { code: 400, message: 'Either "json_schema" or "grammar" can be specified, but not both', type: 'invalid_request_error' } },
    'response_format',
  ],
  [
    'DashScope, thinking',
    'Model Studio error codes',
    400,
    openAi('Json mode response is not supported when enable_thinking is true'),
    'response_format',
  ],
  [
    'LiteLLM',
    'BerriAI/litellm',
    400,
    openAi("litellm.UnsupportedParamsError: openai does not support parameters: ['temperature'], for model=o1"),
    'temperature',
  ],
  [
    'Gemini, compatible',
    'Gemini API',
    400,
    {
      error: {
        code: 400,
        message: 'Invalid JSON payload received. Unknown name "stream_options": Cannot find field.',
        status: 'INVALID_ARGUMENT',
      },
    },
    'stream_options',
  ],
  ['Groq', 'Groq API', 400, openAi("property 'max_completion_tokens' is unsupported, did you mean 'max_tokens'?"), 'max_completion_tokens'],
]

const others: readonly (readonly [server: string, source: string, status: number, body: unknown, kind: RefusalKind])[] = [
  [
    'OpenAI, quota',
    'OpenAI API',
    429,
    openAi('You exceeded your current quota, please check your plan and billing details.', {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    'quota',
  ],
  ['DeepSeek, balance', 'DeepSeek API', 402, openAi('Insufficient Balance', { type: 'unknown_error' }), 'quota'],
  [
    'DashScope, arrears',
    'Model Studio error codes',
    400,
    {
      error: {
        code: 'Arrearage',
        param: null,
        message: 'Access denied, please make sure your account is in good standing.',
        type: 'Arrearage',
      },
    },
    'quota',
  ],
  [
    'Anthropic, credit',
    'Anthropic API',
    400,
    {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      },
    },
    'quota',
  ],
  [
    'Moonshot, suspended',
    'Moonshot API',
    429,
    openAi('Your account is suspended due to insufficient balance, please recharge your account or check your plan and billing details', {
      type: 'exceeded_current_quota_error',
    }),
    'quota',
  ],
  ['Zhipu, arrears', 'Zhipu error codes', 429, { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }, 'quota'],
  [
    'OpenRouter, credits',
    'OpenRouter',
    402,
    {
      error: {
        message: 'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 4096.',
        code: 402,
      },
    },
    'quota',
  ],
  [
    'LiteLLM, budget',
    'BerriAI/litellm',
    400,
    {
      error: {
        message: 'Budget has been exceeded! Current cost: 10.2, Max budget: 10.0',
        type: 'budget_exceeded',
        param: null,
        code: '400',
      },
    },
    'quota',
  ],
  [
    'xAI, credits',
    'xAI API',
    403,
    { code: 'The caller does not have permission', error: "Your newly created team doesn't have any credits yet." },
    'quota',
  ],
  [
    'Azure, rate',
    'Azure OpenAI',
    429,
    {
      error: {
        code: '429',
        message:
          'Requests to the ChatCompletions_Create Operation have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 20 seconds. Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit.',
      },
    },
    'rate',
  ],
  [
    'Gemini, free tier',
    'Gemini API',
    429,
    [
      {
        error: {
          code: 429,
          message:
            'You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: generate_content_free_tier_requests, limit: 10 requests per minute. Please retry in 34s.',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
    ],
    'rate',
  ],
  [
    'Bedrock, throttled',
    'Amazon Bedrock',
    400,
    { __type: 'ThrottlingException', message: 'Too many tokens, please wait before trying again.' },
    'rate',
  ],
  [
    'Azure, filter',
    'Azure OpenAI',
    400,
    {
      error: {
        message:
          "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { hate: { filtered: true, severity: 'high' } } },
      },
    },
    'content',
  ],
  [
    'DashScope, inspection',
    'Model Studio error codes',
    400,
    { code: 'DataInspectionFailed', message: 'Input data may contain inappropriate content.' },
    'content',
  ],
  [
    'DashScope, compatible',
    'Model Studio error codes',
    400,
    openAi('Output data may contain inappropriate content.', { type: 'data_inspection_failed', code: 'data_inspection_failed' }),
    'content',
  ],
  [
    'Zhipu, sensitive',
    'Zhipu error codes',
    400,
    {
      error: {
        code: '1301',
        message: '系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语，感谢您的配合。',
      },
    },
    'content',
  ],
  [
    'OpenAI, policy',
    'OpenAI API',
    400,
    openAi('Your request was rejected as a result of our safety system.', { code: 'content_policy_violation' }),
    'content',
  ],
  ['DeepSeek, risk', 'DeepSeek API', 400, openAi('Content Exists Risk'), 'content'],
  [
    'OpenRouter, moderation',
    'OpenRouter',
    403,
    {
      error: {
        code: 403,
        message: 'openai/gpt-4 requires moderation. Your input was flagged for "harassment".',
        metadata: { reasons: ['harassment'] },
      },
    },
    'content',
  ],
  ['Gemini, safety', 'Gemini API', 400, { error: { message: 'The request was blocked.', code: 'SAFETY' } }, 'content'],
  [
    'LiteLLM, key',
    'BerriAI/litellm',
    400,
    { error: { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' } },
    'key',
  ],
  [
    'Gemini, key',
    'Gemini API',
    400,
    [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
    ],
    'key',
  ],
  ['vLLM, key', 'vllm api_server.py', 401, { error: 'Unauthorized' }, 'key'],
  ['a proxy', 'nginx', 502, '<html><head><title>502 Bad Gateway</title></head></html>', 'unavailable'],
  ['Go, deadline', 'Ollama', 500, { error: 'context deadline exceeded' }, 'unavailable'],
  ['a time-out', 'proxies', 408, '', 'unavailable'],
  ['a conflict', 'Azure OpenAI', 409, { error: { code: 'Conflict', message: 'The model is being loaded.' } }, 'unavailable'],
  ['too early', 'proxies', 425, '', 'unavailable'],
  ['memory', 'vLLM', 500, oldVllm('CUDA out of memory. Tried to allocate 2.00 GiB'), 'unavailable'],
  ['a sign-in page', 'gateways', 200, '<!DOCTYPE html><html><head><title>Sign in</title></head></html>', 'not_an_api'],
  ['another address', 'gateways', 302, '', 'not_an_api'],
  ['a page that is not there', 'nginx', 404, '<html><head><title>404 Not Found</title></head></html>', 'not_an_api'],
  [
    'an unknown model',
    'vLLM',
    404,
    { object: 'error', message: 'The model `llama` does not exist.', type: 'NotFoundError', param: null, code: 404 },
    'unknown',
  ],
  ['roles', 'chat templates', 400, oldVllm('Conversation roles must alternate user/assistant/user/assistant/...'), 'unknown'],
  ['images', 'vLLM', 400, vllm('At most 1 image(s) may be provided in one request.'), 'unknown'],
  ['a large image', 'DashScope', 400, openAi('Multimodal file size is too large'), 'unknown'],
  [
    'a video',
    'DashScope',
    400,
    openAi('The video modality input does not meet the requirements because: The video file is too long.'),
    'unknown',
  ],
  ['an image count', 'public reports', 400, openAi('Request exceeded the allowed number of images'), 'unknown'],
  [
    'a quoted conversation',
    'vLLM',
    400,
    oldVllm("Input should be a valid list, 'input': [{'role': 'user', 'content': 'The context length is exceeded.'}]"),
    'unknown',
  ],
  ['a plan', 'public reports', 429, openAi('You have reached your monthly usage limit'), 'quota'],
  [
    'DashScope, free tier',
    'Model Studio error codes',
    403,
    { code: 'AllocationQuota.FreeTierOnly', message: 'The free tier of the model has been exhausted.' },
    'quota',
  ],
  [
    'Anthropic, filter',
    'Anthropic API',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' } },
    'content',
  ],
  [
    'Moonshot, filter',
    'Moonshot API',
    400,
    openAi('The request was rejected because it was considered high risk', { type: 'content_filter' }),
    'content',
  ],
  [
    'SGLang, queue',
    'sglang scheduler.py',
    503,
    { object: 'error', message: 'The request queue is full.', type: 'abort', code: 503 },
    'unavailable',
  ],
  [
    'llama.cpp, loading',
    'llama.cpp server.cpp',
    503,
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    'unavailable',
  ],
  [
    'OpenAI, stop',
    'OpenAI API',
    400,
    openAi("Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length 6 instead."),
    'unknown',
  ],
]

export const refusals: readonly RefusalFixture[] = [
  ...contexts.map(([server, source, status, body, excess, mayBeLimit]) => ({
    server,
    source,
    status,
    body,
    kind: 'context' as const,
    excess,
    mayBeLimit,
  })),
  ...limits.map(([server, source, status, body, sent, highest]) => ({
    server,
    source,
    status,
    body,
    kind: 'token_limit' as const,
    limit: [sent, highest] as const,
  })),
  ...parameters.map(([server, source, status, body, parameter]) => ({
    server,
    source,
    status,
    body,
    kind: 'parameter' as const,
    parameter,
  })),
  ...others.map(([server, source, status, body, kind]) => ({ server, source, status, body, kind })),
]
