// How a model ended a reply early, in an exported chat: the sentences of the screen.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Language } from '@heddle/contracts/languages'
import { translate, wordKeys } from '@heddle/words/words'

/** Returns the sentence; null for an end that is no doing of the model. */
export function findEndReason(code: ErrorCode, language: Language): string | null {
  const key = wordKeys.find((known) => known === `endReason.${code}`)
  return key ? translate(language, key) : null
}
