// The room of a model's context that is not available to text.
import type { ModelMessage } from './ports.ts'

export type CountTokens = (text: string) => number

const utf8 = new TextEncoder()

/** Returns about how many tokens a text has, rather too many: a third of its bytes in UTF-8. */
export const estimateTokens = (text: string): number => Math.ceil(utf8.encode(text).length / 3)

/** An upper bound of the tokens that a chat template adds to each message. */
export const messageTokens = 8
/** The approximate tokens of an image of a million pixels for common models. */
export const imageTokens = 1_600

/** Returns the tokens of a model's context that are reserved for its answer: a quarter, at most 4,096. */
export const computeAnswerRoom = (contextTokens: number) => Math.min(4_096, Math.floor(contextTokens / 4))

/** Returns whether messages certainly fit, without counting tokens: a text has at most as many tokens as bytes, three a UTF-16 unit. */
export function fitsWithoutCounting(messages: readonly ModelMessage[], room: number): boolean {
  const maxTokens = messages.reduce(
    (sum, { content, images = [] }) => sum + messageTokens + content.length * 3 + images.length * imageTokens,
    0,
  )
  return maxTokens <= room
}
