/** Tokens of a call, as OpenAI reports them. */
export type Usage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly completion_tokens_details: { readonly reasoning_tokens: number }
}

/** Returns a usage as a server reports it that does not count. */
export function spoilUsage(usage: Usage, problem: 'zero' | 'tiny' | 'negative' | 'strings' | undefined): object {
  const { prompt_tokens: input, completion_tokens: output } = usage
  const report = (prompt_tokens: number | string, completion_tokens: number | string) => ({ prompt_tokens, completion_tokens })
  if (problem === 'zero') return report(0, 0)
  // Of a prompt in the cache, or of one that a proxy has not seen.
  if (problem === 'tiny') return report(1, 1)
  if (problem === 'negative') return report(-1, -1)
  return problem === 'strings' ? report(String(input), String(output)) : usage
}
