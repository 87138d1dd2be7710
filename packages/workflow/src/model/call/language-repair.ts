// Repairs an answer in another language than requested: it is detected while the answer streams, the text is retracted, and the model is
// called once more. A second wrong answer is kept, as it may still be readable.
// Thoughts that arrive as text, because the model does not send their beginning, may be in another language and end the first call. The
// second is not watched: it goes on to the end of the thoughts, from which the client learns where they are, and later calls of the model
// have them as thoughts. So the first reply of such a model may cost a call more.
import { computeAnswerRoom } from '../context-room.ts'
import type { WorkflowInput } from '../node-type.ts'
import type { ModelMessage, WorkflowPorts } from '../ports.ts'
import { getLanguageReminder } from './response-language.ts'

/** A text is checked whenever it has grown by so many characters, and by a quarter. */
const minCheckInterval = 200
const growth = 1.25

export type LanguageWatch = {
  /** Returns whether the text so far is in another language. */
  readonly isWrong: (text: string) => boolean
  /** The same for a text that has ended. */
  readonly isWrongAtEnd: (text: string) => boolean
  /** Forgets the text so far, which was no answer. */
  readonly restart: () => void
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
    restart() {
      lookAt = minCheckInterval
      isTrusted = false
    },
  }
}

/** Returns the messages after the first call that request the same answer in the right language, and leave it at least half of its room. */
export function createRepairMessages(
  written: string,
  { responseLanguage, contextTokens }: Pick<WorkflowInput, 'responseLanguage' | 'contextTokens'>,
): ModelMessage[] {
  // A character rarely has more than one token, and the beginning of the answer suffices.
  const shown = Math.floor(computeAnswerRoom(contextTokens) / 2)
  return [
    { role: 'assistant', content: written.slice(0, shown).toWellFormed() },
    { role: 'user', content: getLanguageReminder(responseLanguage) },
  ]
}
