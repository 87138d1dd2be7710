import type { OptionalParameter, ReasoningFormat } from '@heddle/contracts/model/model-endpoint'

/** What a call has shown of its model, beyond what its settings say. */
export type ModelFinding =
  | { readonly setting: 'reasoning_format'; readonly value: ReasoningFormat }
  | { readonly setting: 'refused_parameters'; readonly value: OptionalParameter }
  | { readonly setting: 'context_tokens'; readonly value: number }
  | { readonly setting: 'max_output_tokens'; readonly value: number }
