// What a call of a model takes of its context besides the text.
import type { ModelMessage } from './ports.ts'

/** Tokens that a chat template adds to each message, generously. */
export const messageTokens = 8
/** Tokens of an image, about: what the usual models make of one of a million pixels. */
export const imageTokens = 1_600

/** Returns how many tokens of a model's context are kept free for its answer: a quarter, at most 4,096. */
export const computeAnswerRoom = (contextTokens: number) => Math.min(4_096, Math.floor(contextTokens / 4))

/** Whether messages fit without having to count: no encoding has more tokens than bytes, of which a UTF-16 unit has at most three. */
export function fitsWithoutCounting(messages: readonly ModelMessage[], room: number): boolean {
  const maxTokens = messages.reduce(
    (sum, { content, images = [] }) => sum + messageTokens + content.length * 3 + images.length * imageTokens,
    0,
  )
  return maxTokens <= room
}
