// The words and marks of an exported chat, in the language of whom it is for.
import type { Language } from '@heddle/contracts/languages'
import type { Message } from '@heddle/contracts/message/message'
import { translate, type WordKey } from '@heddle/words/words'

/** What stands between the words: of full width beside Chinese and Japanese. `separator` parts the names of a list. */
const halfWidth = { colon: ': ', separator: ', ', inBrackets: (text: string) => ` (${text})` }
const fullWidth: typeof halfWidth = { colon: '：', separator: '、', inBrackets: (text) => `（${text}）` }
export const punctuations: Readonly<Record<Language, typeof halfWidth>> = {
  zhHant: fullWidth,
  en: halfWidth,
  ja: fullWidth,
  th: halfWidth,
  vi: halfWidth,
}

/** Returns the words of an export; `clean` is what a name has to go through for its format. */
export function createExportWords(language: Language, timeZone: string) {
  const punctuation = punctuations[language]
  const word = (key: WordKey) => translate(language, key)
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const time = (at: Date | string) => clock.format(new Date(at)) + punctuation.inBrackets(timeZone)
  return {
    word,
    time,
    punctuation,
    /** Who wrote it, when, and how it ended where it is not complete. */
    describeMessage: ({ role, assistant, model, status, created_at: at }: Message, clean: (text: string) => string): string[] => [
      word(role === 'user' ? 'export.question' : 'export.reply'),
      ...(assistant ? [clean(`@${assistant.name[language] ?? assistant.name.default}`)] : []),
      ...(role === 'assistant' && model ? [clean(model.name)] : []),
      time(at),
      ...(status === 'completed' ? [] : [word(`export.status.${status}`)]),
    ],
  }
}
