// Reads the counts of a refused prompt out of a server's sentence.

/** The numbers of a refused call, as far as the server names them. */
export type ContextExcess = { readonly context_tokens?: number; readonly prompt_tokens?: number }

const number = String.raw`(\d{1,3}(?:,\d{3})+|\d+)`
const exceeds = String.raw`(?:exceed(?:s|ed)?|(?:is |are )?(?:longer|larger|greater) than|cannot exceed)`

/** Bounds are no counts, and neither are lengths in characters, nor by how much a prompt is too long. */
const noCounts = [
  /\b(?:at least|more than|upper bound (?:for|of)|up to|over|about|approximately|around)\s+(?:about\s+)?\d[\d,]*/gi,
  // An error code.
  /\blimit \(\d{4}\)/gi,
  /(?:>=|≥)\s*\d[\d,]*/g,
  /\bby (?:about )?\d[\d,]*/gi,
  /\d[\d,]*\s*(?:characters?|chars?|bytes?|[KM]i?B)\b/gi,
  /\d[\d,]*\s*(?:字符|字节|字)/g,
  /maximum input length of \d+ tokens?(?=\.|$)/gi,
]

const toPatterns = (...sources: readonly string[]) => sources.map((source) => new RegExp(source, 'i'))

/** Of both, in this order. */
const pairPatterns = toPatterns(
  String.raw`context limit\D{0,12}${number} \+ \d[\d,]* > ${number}`,
  String.raw`${number}(?: tokens)? > ${number}(?![\d,]| -)`,
  String.raw`current length is ${number} while limit is ${number}`,
  String.raw`${number}(?: input)?(?: tokens?)?(?:\)| is too long and)?[\s,)]{0,3}${exceeds}\D{0,70}?${number}`,
)
const contextPatterns = toPatterns(
  String.raw`${number} maximum context length`,
  String.raw`max_(?:model_len|total_tokens|seq_len)\D{0,24}${number}`,
  String.raw`(?:context[ _]?(?:length|size|window|limit)|(?:model|session|prompt|sequence) length)\D{0,24}${number}`,
  String.raw`\[\d+ ?[,~-] ?${number}\]`,
  String.raw`limit \(${number} tokens`,
  String.raw`(?:must be <=|less than|cannot exceed|max size:?|token limit:?|limit(?: of| is|:)?|maximum of|最大长度|上限|supports at most|max(?:imum)? (?:allowed )?(?:(?:input|prompt|model) )?length(?: of| is|:)|max(?:imum)?[^.\d]{0,40} tokens (?:allowed|supported|permitted)(?: is|:)?)\s*\(?${number}`,
)
const promptPatterns = toPatterns(
  String.raw`input_tokens\D{0,3}${number}`,
  String.raw`(?<!at most )(?<![\d,])${number} (?:input tokens|in (?:the|your) (?:messages|prompt)|tokens (?:from|in) the (?:input|messages|prompt)|of text input)`,
  String.raw`(?:resulted in|prompt (?:has|contains|is)|request contains|received|splited_prompt_len.? \(|current length is|tokens? count(?: of| \())\s*${number}`,
  String.raw`given: ${number}`,
  String.raw`(?:prompt|input|request) \((?:total )?(?:length )?${number}`,
  String.raw`keep the first ${number} tokens`,
)

/** Returns the true counts of a sentence; what is only a bound is left out. */
export function readContextCounts(sentence: string): ContextExcess {
  const text = noCounts.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), sentence)
  const pair = findMatch(pairPatterns, text)
  const [pairPrompt, pairContext] = pair ? [toCount(pair[1]), toCount(pair[2])] : []
  const context = pairContext ?? toCount(findMatch(contextPatterns, text)?.[1])
  const prompt = pairPrompt ?? toCount(findMatch(promptPatterns, text)?.[1])
  return { ...(context !== undefined && { context_tokens: context }), ...(prompt !== undefined && { prompt_tokens: prompt }) }
}

/** Returns the numbers of a sentence that may be a limit: none that belongs to a name, such as that of a model. */
export function listLimits(sentence: string): readonly number[] {
  const text = sentence.replaceAll(/(?:>=|≥|at least)\s*\d+/gi, ' ')
  return [...text.matchAll(/(?<![\w.-])(\d{1,3}(?:,\d{3})+|\d+)(?:\.0)?(?![\w-]|\.\d)( ?\(exclusive\))?/g)]
    .map(([, digits, exclusive]) => (toCount(digits) ?? 0) - (exclusive ? 1 : 0))
    .filter((limit) => limit > 0)
}

const findMatch = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => pattern.exec(text)).find((match) => match !== null)

function toCount(digits: string | undefined): number | undefined {
  const count = Number(digits?.replaceAll(',', ''))
  return count > 0 && count <= 100_000_000 ? count : undefined
}
