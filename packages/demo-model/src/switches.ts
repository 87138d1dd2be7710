// Switches by which a test makes the model misbehave. Each of these sources overrides the one before: the server's defaults, a model name
// (`demo:drop=40,tps=200`), request headers (`x-demo-drop: 40`) and a directive in the last question (`[[demo:drop=40]]`).
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { findResponse } from './corpus.ts'
import { excessStyles } from './refusal/excess-wordings.ts'
import { refuseStyles } from './refusal/parameter-wordings.ts'

const Count = z.coerce.number().int().min(0)
/** A switch without a value (`split`) is on. */
const Flag = z.enum(['', 'true', 'false']).transform((value) => value !== 'false')

export const Switches = z.strictObject({
  /** Milliseconds until the first token. */
  latency: Count.optional(),
  /** Tokens a second; 0 sends as fast as the client reads. */
  tps: z.coerce.number().min(0).optional(),
  /** Sends exactly so many tokens of text, not counting the reasoning. */
  tokens: Count.optional(),
  /** Answers in this language, whatever the prompt requests. In a question: until the next one sets another. */
  language: z.enum(['zhHant', 'en', 'ja', 'th', 'vi']).optional(),
  /** Answers in Simplified Chinese, with code, a link and a quotation in it. */
  simplified: Flag.optional(),
  /** Answers with the question itself, for tests that need a certain text. */
  echo: Flag.optional(),
  /** Each token of text has so many characters, instead of about as many as those of a model. */
  piece: z.coerce.number().int().min(1).optional(),
  /** Each token of text is replaced with the time at which it is sent, for measurements, as long as `piece`; see stamp.ts. */
  stamp: Flag.optional(),
  /** The text ends with a citation of this number, whether there is such a passage or not. */
  cite: Count.optional(),
  /** The connection breaks after so many tokens. */
  drop: Count.optional(),
  /** After so many tokens the stream stalls, and the connection stays open. */
  stall: Count.optional(),
  /** An event that is not JSON is sent after so many tokens. */
  malformed: Count.optional(),
  /** After so many tokens an event begins whose line never ends. */
  endless_line: Count.optional(),
  /** Every multi-byte character is split over two TCP writes. */
  split: Flag.optional(),
  /** No usage is reported, even if it was requested. */
  no_usage: Flag.optional(),
  /** The usage that is reported cannot be true, or is no number. */
  usage: z.enum(['zero', 'tiny', 'negative', 'strings']).optional(),
  /** After the end of the reply and its usage the connection stays open, without `[DONE]`. */
  keep_open: Flag.optional(),
  /** The stream ends without `[DONE]`. */
  no_done: Flag.optional(),
  /** The text never ends. */
  endless: Flag.optional(),
  /** Answers with this status instead of a reply … */
  status: z.coerce.number().int().min(400).max(599).optional(),
  /** … or as a real server has answered, by the name of an entry of the corpus (`corpus/*.json`) … */
  respond: z
    .string()
    .refine((id) => findResponse(id) !== undefined, 'The corpus has no such entry')
    .optional(),
  /** … to the first so many requests with this model and question; without it, always … */
  times: Count.optional(),
  /** … and with a Retry-After of so many seconds … */
  retry_after: z.coerce.number().min(0).optional(),
  /** … and a body that never ends. */
  endless_error: Flag.optional(),
  /** The prompt and the token limit of a call may have so many tokens in all; an excess is an error … */
  context: Count.optional(),
  /** … in the words of this server (`excessWordings`). */
  context_error: z.enum(excessStyles).optional(),
  /** The token limit, with these names, the temperature or the request of the usage is refused. */
  refuse_max_tokens: Flag.optional(),
  refuse_max_completion_tokens: Flag.optional(),
  refuse_temperature: Flag.optional(),
  refuse_stream_options: Flag.optional(),
  /** A JSON Schema for the answer is refused, or has no effect. */
  refuse_response_format: Flag.optional(),
  ignore_response_format: Flag.optional(),
  /** Images are refused. */
  refuse_images: Flag.optional(),
  /** A higher token limit is refused. */
  max_output: Count.optional(),
  /** A parameter and a token limit are refused in the words of this server (`parameterWordings`); without it, of OpenAI. */
  refuse_style: z.enum(refuseStyles).optional(),
  /** The key is refused in the words of LiteLLM without a database, which has status 400. */
  refuse_key: Flag.optional(),
  /** The stream has only `[DONE]`. */
  empty: Flag.optional(),
  /** The event of an error is sent after so many tokens. */
  error_event: Count.optional(),
  /**
   * How the thought process is sent: as a field of the delta, inline as `<think>…</think>` or `[THINK]…[/THINK]`, in the channels of
   * gpt-oss, from inside (the chat template has opened `<think>`), or not at all.
   */
  reasoning: z.enum(['reasoning_content', 'reasoning', 'think', 'brackets', 'channels', 'inside', 'none']).optional(),
  /** Only the thought process is sent. */
  no_text: Flag.optional(),
  /** After the text a tool is called that no one has offered, in the current form or in that of before, which is what the end says too. */
  call_tool: z.enum(['tool_calls', 'function_call']).optional(),
  /** What the server says of the end: `length`, `content_filter`, `abort` or any other word. A continuation has neither this nor `tokens`. */
  finish: z.string().optional(),
  /** What is wrong with the vectors of an embedding. */
  vectors: z.enum(['count', 'index', 'dimensions', 'mixed', 'not_finite', 'not_json', 'zero']).optional(),
  /** Which of two models makes the vectors: another one behind the same name. */
  variant: Count.optional(),
  /** The texts of one request, and the tokens of one text; an excess is an error in the words of llama.cpp … */
  max_batch: Count.optional(),
  max_input: Count.optional(),
  /** … with this status. */
  excess_status: z.coerce.number().int().min(400).max(599).optional(),
  /** A dimension that is asked for is refused, as by vLLM for a model that has only one. */
  refuse_dimensions: Flag.optional(),
  /** How a rerank model is asked and responds, as vLLM and others do or as TEI does. */
  rerank: z.enum(['documents', 'texts']).optional(),
  /** What is wrong, or unusual, with the scores of a rerank. */
  scores: z.enum(['logits', 'repeated', 'unknown', 'missing']).optional(),
})
export type Switches = z.infer<typeof Switches>

const directivePattern = /\s*\[\[demo:([^\]]*)\]\]\s*/g
const modelPrefix = 'demo:'
const headerPrefix = 'x-demo-'

/** Returns the text without its `[[demo:…]]` directives. */
export function stripDirectives(text: string): string {
  return text.replace(directivePattern, ' ').trim()
}

/**
 * Returns the switches that apply to a request.
 * Throws a `ZodError` when one is unknown or has a wrong value: a test with a typing error must not pass by accident.
 */
export function readSwitches(defaults: Switches, model: string, headers: IncomingHttpHeaders, question: string): Switches {
  const given: Record<string, string> = {}
  if (model.startsWith(modelPrefix)) addList(given, model.slice(modelPrefix.length))
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(headerPrefix)) given[name.slice(headerPrefix.length).replaceAll('-', '_')] = String(value)
  }
  for (const [, list] of question.matchAll(directivePattern)) addList(given, list ?? '')
  return { ...defaults, ...Switches.parse(given) }
}

function addList(given: Record<string, string>, list: string) {
  for (const entry of list.split(',')) {
    const [name = '', value = ''] = entry.split('=', 2).map((part) => part.trim())
    if (name) given[name] = value
  }
}
