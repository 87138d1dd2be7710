// Repairs an answer in another language than requested: it is detected while the answer streams, the text is retracted, and the model is
// called once more. A second wrong answer is kept, as it may still be readable.
import { computeAnswerRoom } from './context-room.ts'
import type { WorkflowInput } from './node-type.ts'
import type { ModelMessage, WorkflowPorts } from './ports.ts'
import { getLanguageReminder } from './response-language.ts'

/** A text is checked whenever it has grown by so many characters, and by a quarter. */
const minCheckInterval = 200
const growth = 1.25

export type LanguageWatch = {
  /** Returns whether the text so far is in another language. */
  readonly isWrong: (text: string) => boolean
  /** The same for a text that has ended. */
  readonly isWrongAtEnd: (text: string) => boolean
}

/** Returns the watch of one answer. Once the text matches its language it is trusted. */
export function watchLanguage(
  { checkLanguage }: Pick<WorkflowPorts, 'checkLanguage'>,
  { responseLanguage, question }: Pick<WorkflowInput, 'responseLanguage' | 'question'>,
): LanguageWatch {
  let lookAt = minCheckInterval
  let isTrusted = false

  function check(text: string): boolean {
    const verdict = checkLanguage(text, responseLanguage, question)
    isTrusted = verdict === 'matches'
    return verdict === 'wrong'
  }

  return {
    isWrong(text) {
      if (isTrusted || text.length < lookAt) return false
      lookAt = Math.max(text.length + minCheckInterval, text.length * growth)
      return check(text)
    },
    isWrongAtEnd: (text) => !isTrusted && check(text),
  }
}

/** Returns the messages that request the same answer in the right language, and leave it at least half of its room. */
export function createRepairMessages(
  messages: readonly ModelMessage[],
  written: string,
  { responseLanguage, contextTokens }: Pick<WorkflowInput, 'responseLanguage' | 'contextTokens'>,
): ModelMessage[] {
  // A character rarely has more than one token, and the beginning of the answer suffices.
  const shown = Math.floor(computeAnswerRoom(contextTokens) / 2)
  return [
    ...messages,
    { role: 'assistant', content: written.slice(0, shown).toWellFormed() },
    { role: 'user', content: getLanguageReminder(responseLanguage) },
  ]
}
