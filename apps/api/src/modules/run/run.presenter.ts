import type { ReplyUsage } from '@heddle/contracts/reply/reply-stream'
import type { ModelUsage } from '@heddle/workflow/model/ports'

export const presentUsage = ({ inputTokens, outputTokens, reasoningTokens, estimated }: ModelUsage): ReplyUsage => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  reasoning_tokens: reasoningTokens,
  estimated,
})
