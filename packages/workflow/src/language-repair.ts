// The one repair of an answer in another language than was promised: it is noticed while the answer streams, what was said is
// taken back, and the model is asked once more. A second wrong reply is kept: it may still be readable.
import { computeAnswerRoom } from './context-room.ts'
import type { WorkflowInput } from './node-type.ts'
import type { ModelMessage, WorkflowPorts } from './ports.ts'
import { getLanguageReminder } from './response-language.ts'

/** A text is looked at each time that it has grown by so many characters, and by a quarter: a long one has shown what it is. */
const minCheckInterval = 200
const growth = 1.25

export type LanguageWatch = {
  /** Takes the text so far; returns whether it is in another language. */
  readonly isWrong: (text: string) => boolean
  /** The same for a text that has ended. */
  readonly isWrongAtEnd: (text: string) => boolean
}

/** Returns what watches over one answer. Once a text is in its language it is trusted. */
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

/** Returns the messages that ask for the same answer again, in the promised language, and leave it half of its room at least. */
export function createRepairMessages(
  messages: readonly ModelMessage[],
  written: string,
  { responseLanguage, contextTokens }: Pick<WorkflowInput, 'responseLanguage' | 'contextTokens'>,
): ModelMessage[] {
  // Hardly any character has more than a token, and the beginning says what the answer was about to say.
  const shown = Math.floor(computeAnswerRoom(contextTokens) / 2)
  return [
    ...messages,
    { role: 'assistant', content: written.slice(0, shown).toWellFormed() },
    { role: 'user', content: getLanguageReminder(responseLanguage) },
  ]
}
