// The one repair of an answer in another language than was promised: it is noticed while the answer streams, what was said is
// taken back, and the model is asked once more. A second wrong answer is kept: somebody may still read it.
import type { Language } from '@heddle/contracts/languages'
import type { WorkflowInput } from './node-type.ts'
import type { ModelMessage, WorkflowPorts } from './ports.ts'
import { responseLanguageReminder } from './response-language.ts'

/** A text is looked at each time that it has grown by so many characters. */
const lookEvery = 200
/** What the model is shown of its wrong answer: enough to know what it was about to say. */
const shownAgain = 4_000

export type LanguageWatch = {
  /** Takes the text so far; returns whether it is in another language. */
  readonly isWrong: (text: string) => boolean
  /** The same for a text that has ended. */
  readonly isWrongAtEnd: (text: string) => boolean
}

/** Returns what watches over one answer. Once a text is in its language it is trusted. */
export function watchLanguage({ checkLanguage }: WorkflowPorts, { responseLanguage, question }: WorkflowInput): LanguageWatch {
  let lookAt = lookEvery
  let isTrusted = false

  function look(text: string): boolean {
    const verdict = checkLanguage(text, responseLanguage, question)
    isTrusted = verdict === 'matches'
    return verdict === 'wrong'
  }

  return {
    isWrong(text) {
      if (isTrusted || text.length < lookAt) return false
      lookAt = text.length + lookEvery
      return look(text)
    },
    isWrongAtEnd: (text) => !isTrusted && look(text),
  }
}

/** Returns the messages that ask for the same answer again, in the promised language. */
export function repairMessages(messages: readonly ModelMessage[], written: string, language: Language): ModelMessage[] {
  return [
    ...messages,
    { role: 'assistant', content: written.slice(0, shownAgain).toWellFormed() },
    { role: 'user', content: responseLanguageReminder(language) },
  ]
}
