/** Tokens of a call, as OpenAI reports them. */
export type Usage = {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly completion_tokens_details: { readonly reasoning_tokens: number }
}
