// Understands what a server has refused: by status, code, type and words, in any shape. The wordings are in refusals.fixtures.ts.
import type { OptionalParameter } from '@heddle/contracts/model/model-endpoint'
import { type ContextExcess, listLimits, readContextCounts } from './refusal-counts.ts'
import { readRefusalWords, type RefusalWords } from './refusal-words.ts'

export type RefusalKind =
  /** The prompt is too long, or prompt and token limit together are. */
  | 'context'
  /** The token limit is higher than the server allows. */
  | 'token_limit'
  /** An optional parameter, or its value. */
  | 'parameter'
  /** The content, by a filter. */
  | 'content'
  /** What the account may spend. */
  | 'quota'
  | 'rate'
  | 'key'
  /** The server fails, for a moment or for long. */
  | 'unavailable'
  /** What responds is no API of models: a page, or another address. */
  | 'not_an_api'
  | 'unknown'

export type ModelRefusal = {
  readonly kind: RefusalKind
  /** As the server means it: that of the error where the response has none of its own. */
  readonly status: number | undefined
  /** The parameters that may be meant. */
  readonly parameters: readonly OptionalParameter[]
  /** Whether all of them are meant, and not only the first that was sent. */
  readonly meansAll: boolean
  readonly excess: ContextExcess
  /** Whether a smaller token limit may be enough. */
  readonly mayBeLimit: boolean
  /** What may be the highest limit. */
  readonly limits: readonly number[]
}

type Response = {
  /** Undefined for an error inside of a stream. */
  readonly status: number | undefined
  readonly body: unknown
}

/** What is said of content, accounts, rates and keys: a name of an error, or a sentence. */
const content = {
  names:
    /content_?(?:filter|policy|blocked|moderation)|data_?inspection|responsibleai|policy_?violation|moderation|prohibited_content|^(?:safety|sensitive|recitation|blocklist|1301|1026|1027)$|new_sensitive/i,
  words:
    /content (?:management |usage )?(?:policy|policies|filter)|content filtering|inappropriate content|content exists risk|(?:usage|safety|content) guidelines|usage polic|blocked by[^.]{0,40}(?:safety|filter|guardrail|policy)|guardrail|high risk|(?:was|were|been) flagged|prohibited (?:content|use)|safety (?:system|settings|reasons)|敏感|不安全|违规|不合规|审核/i,
}
const quota = {
  names:
    /insufficient_?(?:\w+_)?(?:quota|balance|credits?|funds)|quota_(?:failed|not_enough)|billing|exceeded_current_quota|arrear|credits?_(?:required|exhausted)|(?:budget|spend|usage)_?(?:limit_?)?exceeded|exceededbudget|freetieronly|payment_required|^(?:402|1113|1008)$/i,
  words:
    /(?:exceeded|out of|over) (?:your|its|the|monthly)[^.]{0,24}quota|quota (?:has been |is )?(?:exceeded|exhausted|not enough|insufficient|used up)|insufficient[_ ](?:account )?(?:balance|quota|credits?|funds)|credit balance|credits? (?:have|has|is|are)[^.]{0,24}(?:exhausted|used|depleted)|(?:out of|more|any|all available|no) credits|billing|spend(?:ing)? (?:limit|cap)|budget[^.]{0,24}exceeded|monthly (?:usage |spending )?limit|usage limit|calls? ?\/ ?month|good standing|arrears|overdue|payment required|free tier[^.]{0,40}exhausted|余额|欠费|充值|额度(?:不足|已)/i,
}
const rate = {
  names: /rate_?limit|too_?many_?requests|throttl|resource_exhausted|^(?:429|1302|1303|1305)$/i,
  words:
    /rate.?limit|too many requests|throttl|(?:tokens?|requests?)(?: used)? ?(?:per|\/) ?(?:second|sec|min|minute|day|hour)|\b[tr]p[md]\b|token rate|速率|频率|并发|每分钟|限流/i,
}
const key = {
  names:
    /no_db_connection|(?:invalid|incorrect|expired|missing)_?(?:api_?)?key|api_?key_?(?:invalid|expired)|authentication|unauthenticated|unauthorized|^401$/i,
  words:
    /(?:invalid|incorrect|missing|expired|no|wrong) (?:proxy )?(?:api|access|authentication)[ _-]?(?:key|token)|api[ _-]?key[^.]{0,20}(?:invalid|not valid|expired|missing|required|incorrect)|unauthorized|authentication ?(?:failed|error|fails)|鉴权|身份验证/i,
}

/** A single request beyond what a minute allows is refused however long one waits. */
const isBeyondRate =
  /\b(?:request|prompt|input|messages?) (?:is |are )?too (?:large|long|big)\b[^\n]{0,200}(?:tokens? ?(?:per|\/) ?min|\btpm\b)/i

const contextNames =
  /context_?(?:length|window|size|limit)?_?(?:error|exceed)|exceed_context|outofcontext|(?:prompt|input|request)_?(?:is_)?too_?(?:long|large)|prompt_tokens_exceeded|tokens_limit_reached|string_above_max_length|contextwindowexceeded|^(?:1261|1039)$/i
const excess =
  '(?:exceed|too (?:long|large|many|big)|(?<!(?:must|should) be )(?:longer|larger|greater) than|over(?:flow| the (?:limit|maximum))|out of|beyond|must (?:be <=|be less|have less)|(?:maximum|max) (?:of|is|size)|at most \\d+ input|is not enough|reduce|shorter|[\\d)] > |>= ?max|is full|(?:not|n.t) fit|limit (?:is |was |has been )?reached|upper bound|range of|the configured context)'
const prompt =
  '(?:context|prompt|inputs?\\b|messages?\\b|conversation|tokens?\\b|sequence|session.?len|max_?(?:model|seq|input|total)|request (?:body|payload|entity|length|size)|payload|string)'
const contextWords = [
  new RegExp(`${prompt}[^\\n]{0,90}?${excess}`, 'i'),
  new RegExp(`${excess}[^\\n]{0,60}?${prompt}`, 'i'),
  /(?:maximum|max|model's) (?:context|prompt|input|model|sequence)[ _-]?(?:length|size|window|tokens)/i,
  /default_max_tokens|at least 1, got -\d/i,
  // Both counts without a verb, or a length beside its maximum.
  /\d tokens?\b[^\n]{0,60}context (?:window|length|size|limit)\D{0,24}\d|context (?:window|length|size|limit)\D{0,24}\d[\d,]*[^\n\d]{0,60}(?:prompt|input|request|messages?)\b\D{0,24}\d/i,
  /max(?:imum)? length[^\n]{0,12}exceed|exceed[^\n]{0,30}max(?:imum)? length|^(?!.*stop_?seq).*expected max_?length: ?\d+, actual: ?\d|cannot truncate to \d/i,
  // Gateways in Chinese.
  /(?:上下文|输入|提示|长度|消息|字数|prompt|tokens?)[^。\n]{0,30}(?:超长|超出|超过|超限|过长|过大|太长|限制)|(?:プロンプト|入力|コンテキスト|トークン)[^。\n]{0,30}(?:長すぎ|超え|超過|上限)|(?:超出|超过)[^。\n]{0,30}(?:上下文|长度|tokens?|输入)/i,
]
/** Sentences with the same words about something else. */
const otherThan =
  /deadline|timed? ?out|cancell?ed|(?:image|video|audio|file|picture|tools?|stop sequences?|function|name|url|seed|top_[kp]|logprobs|penalty|images)\b[^.]{0,30}(?:too (?:long|large|many|big)|exceed)|exceeded the allowed number of|unexpected token|(?:cuda|gpu|out of) (?:out of )?memory/i

/** Said before what is wrong, and not of it. */
const prefixes = /input validation error:?|input should be|invalid (?:input|prompt|request)(?: error)?:?/gi
const tokenLimit =
  /\bmax[_ ]?(?:new|completion|output)?[_ ]?tokens?\b|maxOutputTokens|max(?:imum)? (?:completion|output|new|number of) ?tokens|maximum tokens you requested|(?:completion|output) tokens/i
const promptInLimit = /inputs?\b|prompt|\bmessages?\b|context (?:length|limit|size)|context_window: ?\d/i
const limitExcess =
  /too (?:large|high|big|many|long)|exceed|greater|less than|lower than|<=|≤|at most|no more than|maximum|above|range|between|limit\b|larger|cannot be|must be|\d > \d|上限|范围|超|限制/i
const notBelow = /below minimum|(?:>=|≥|at least|greater than(?: or equal to)?) ?\d{1,3}\b(?!\d)/i

/** What a refusal calls a parameter; of vLLM and llama.cpp too, which name what they make of a schema. */
const parameterWords: readonly (readonly [OptionalParameter, RegExp])[] = [
  ['stream_options', /stream[_ ]options|include_usage/i],
  [
    'response_format',
    /response[_ ]format|json.?(?:schema|object|mode)|grammar|guided|structured.?output|(?:compile|convert|parse|invalid|unsupported)[^.\n]{0,40}(?:regex|schema)/i,
  ],
  ['temperature', /temperature/i],
  ['max_tokens', /\bmax_tokens\b/i],
  ['max_completion_tokens', /\bmax_completion_tokens\b/i],
]
const unsupportedNames = /unsupported|extra_forbidden|unknown_?(?:parameter|field|argument)|unrecognized|not_supported|unexpected_keyword/i
const unsupportedWords =
  /unsupported|not (?:yet |currently )?(?:support|allow|permit|implement|recogni[sz]|compatible|available|enabled)|n't support|no support|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields|keys)|only the default|can only be|only \S{1,5} is (?:allowed|supported)|deprecated|additional propert|invalid|must be|should be|out of range|range|不支持|非法|未知/i

/** TGI has 424 for whatever fails while it generates. */
const momentaryStatuses: ReadonlySet<number> = new Set([408, 409, 424, 425])

const says = ({ names, words }: { readonly names: RegExp; readonly words: RegExp }, error: RefusalWords, text: string) =>
  error.names.some((name) => names.test(name)) || words.test(text)

/** Returns what a server has refused. */
export function readRefusal({ status: outer, body }: Response): ModelRefusal {
  const error = readRefusalWords(body)
  const text = error.texts.join('\n').replaceAll(prefixes, ' ')
  // An error in a response that the server has accepted says its status itself.
  const inner = error.names.find((name) => /^[45]\d\d$/.test(name))
  const status = outer === undefined || outer < 300 ? (inner === undefined ? outer : Number(inner)) : outer
  const found = (kind: RefusalKind, more: Partial<ModelRefusal> = {}): ModelRefusal => ({
    kind,
    status,
    parameters: [],
    meansAll: false,
    excess: {},
    mayBeLimit: false,
    limits: [],
    ...more,
  })

  if (outer !== undefined && outer >= 300 && outer < 400) return found('not_an_api')
  if (error.isHtml && (outer === undefined || outer < 500) && ![401, 403, 407, 408, 413, 429].includes(outer ?? 0))
    return found('not_an_api')
  if (says(content, error, text)) return found('content')
  const isRate = rate.words.test(text)
  if (status === 402 || error.names.some((name) => quota.names.test(name)) || (!isRate && quota.words.test(text))) return found('quota')
  // What was requested there has the token limit in it.
  if (isBeyondRate.test(text)) return found('context', { excess: readContextCounts(text), mayBeLimit: true })
  if (status === 429 || says(rate, error, text)) return found('rate')
  if (status === 401 || status === 403 || says(key, error, text)) return found('key')
  const kind = readRequestRefusal(error, text, status)
  if (kind) return found(kind.kind, kind)
  const isMomentary = status === undefined || status >= 500 || momentaryStatuses.has(status) || status < 200 || /out of memory/i.test(text)
  if (outer !== undefined && outer < 300 && !error.isError) return found('not_an_api')
  return found(isMomentary ? 'unavailable' : 'unknown')
}

/** Returns what is wrong with the request itself; undefined when nothing known is. */
function readRequestRefusal(
  error: RefusalWords,
  text: string,
  status: number | undefined,
): (Partial<ModelRefusal> & { kind: RefusalKind }) | undefined {
  const named = (list: readonly string[]) =>
    parameterWords
      .filter(([parameter, words]) => list.some((name) => words.test(name) || name.endsWith(parameter)))
      .map(([parameter]) => parameter)
  const fields = named(error.parameters)
  const isUnsupported = error.names.some((name) => unsupportedNames.test(name))
  const excessCounts = { ...readContextCounts(text), ...toExcess(error) }
  const isContextName = error.names.some((name) => contextNames.test(name)) || contextNames.test(text)
  const isAboutLimit = tokenLimit.test(text) || fields.some((field) => field.startsWith('max_'))
  const isAboutPrompt = promptInLimit.test(text)

  if (isUnsupported && fields.length > 0 && !isContextName) return { kind: 'parameter', parameters: fields, meansAll: true }
  if (!isContextName && isAboutLimit && !isAboutPrompt && limitExcess.test(text) && !notBelow.test(text) && !isUnsupported)
    return { kind: 'token_limit', limits: listLimits(text).filter((limit) => limit !== status), excess: readModelLength(text) }
  if (isContextName || status === 413 || isContextText(text))
    return { kind: 'context', excess: excessCounts, mayBeLimit: mayBeLimit(text, excessCounts, status) }
  const inText = parameterWords
    .map(([parameter, words]) => ({ parameter, at: text.search(words) }))
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at)
    .map(({ parameter }) => parameter)
  const parameters = fields.length > 0 ? fields : inText
  const isServerFault = status !== undefined && status >= 500
  if (parameters.length > 0 && (isUnsupported || unsupportedWords.test(text) || !isServerFault))
    return { kind: 'parameter', parameters, meansAll: fields.length > 0 }
  return undefined
}

const isContextText = (text: string) =>
  text
    .split('\n')
    .some(
      (sentence) =>
        contextWords.some((words) => words.test(sentence)) &&
        (!otherThan.test(sentence) || /context (?:length|size|window)/i.test(sentence)),
    )

const toExcess = ({ contextTokens, promptTokens }: RefusalWords): ContextExcess => ({
  ...(contextTokens !== undefined && { context_tokens: contextTokens }),
  ...(promptTokens !== undefined && { prompt_tokens: promptTokens }),
})

/** Some versions of vLLM compare the limit with the length of the model, which the prompt is a part of. */
function readModelLength(text: string): ContextExcess {
  const { context_tokens } = readContextCounts(text)
  return /max_model_len|max_total_tokens|max_seq_len/i.test(text) && context_tokens !== undefined ? { context_tokens } : {}
}

/** Whether the prompt may fit beside a smaller limit. */
function mayBeLimit(text: string, { context_tokens: context, prompt_tokens: count }: ContextExcess, status: number | undefined): boolean {
  if (context !== undefined && count !== undefined) return count < context
  if (status === 413) return false
  // A sentence that names nothing may mean both.
  return (
    tokenLimit.test(text) ||
    /completion|\boutput\b|requested token|total of/i.test(text) ||
    !/input|prompt|message|payload|body|输入|提示|消息/i.test(text)
  )
}

/** Of TEI and llama.cpp, which refuse a batch as well as a text, and of OpenAI. */
const inputWords = /too (?:large|long|many)|less than \d+ tokens|batch size|(?:maximum|max) (?:length|tokens|inputs?)/i

/** Returns whether an error says that a text, or the number of texts, is too large for one call. */
export const isInputExcess = (body: unknown): boolean => inputWords.test(readRefusalWords(body).texts.join('\n'))
