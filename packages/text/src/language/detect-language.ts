// The language of a document, told by its letters.
import { type AnswerLanguage, checkScript } from './script-check.ts'

/** Japanese before Chinese, and Vietnamese before English: each has what the other lacks. */
const order: readonly AnswerLanguage[] = ['th', 'ja', 'zhHant', 'vi', 'en']

/** Letters that tell that a text is in one of our languages, and in none of them. */
const minLetters = 20
const minLettersOfOthers = 200

/** Returns the language that a text is in: `other` for one that is none of ours, null when it is too short to say. */
export function detectLanguage(text: string): AnswerLanguage | 'other' | null {
  const language = order.find((each) => checkScript(text, each, minLetters) === 'matches')
  if (language) return language
  return (text.match(/\p{L}/gu)?.length ?? 0) >= minLettersOfOthers ? 'other' : null
}

/** Letters that only Vietnamese has; those that it shares with French tell nothing. */
const vietnameseOnly = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/iu

/** Han letters only, or with one name in katakana: Japanese sentences have hiragana. */
const isEitherJapaneseOrChinese = (text: string) =>
  !/\p{Script=Hiragana}/u.test(text) && (text.match(/[\p{Script=Katakana}ー・]+/gu) ?? []).length <= 1

/**
 * Returns the probable language of a question, which is too short for `detectLanguage`: by the first of these letters that it has, so that
 * a Latin term changes nothing. Where its letters are as good Japanese as Chinese, `expected` decides: the language in which the user
 * reads. `other` for letters of other scripts, null without letters.
 */
export function guessLanguage(question: string, expected: AnswerLanguage | null = null): AnswerLanguage | 'other' | null {
  const text = question.normalize('NFC')
  if (/\p{Script=Thai}/u.test(text)) return 'th'
  if (/\p{Script=Han}/u.test(text) && (expected === 'ja' || expected === 'zhHant') && isEitherJapaneseOrChinese(text)) return expected
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return 'zhHant'
  if (vietnameseOnly.test(text)) return 'vi'
  if (/\p{Script=Latin}/u.test(text)) return 'en'
  return /\p{L}/u.test(text) ? 'other' : null
}
