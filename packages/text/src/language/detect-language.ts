// The language of a document, told by its letters.
import { type AnswerLanguage, checkScript } from './script-check.ts'

/** Japanese before Chinese, and Vietnamese before English: each has what the other lacks. */
const order: readonly AnswerLanguage[] = ['th', 'ja', 'zhHant', 'vi', 'en']

/** Letters that tell that a text is in some language. */
const minLetters = 200

/** Returns the language that a text is in: `other` for one that is none of ours, null when it is too short to say. */
export function detectLanguage(text: string): AnswerLanguage | 'other' | null {
  const language = order.find((each) => checkScript(text, each) === 'matches')
  if (language) return language
  return (text.match(/\p{L}/gu)?.length ?? 0) >= minLetters ? 'other' : null
}
