// Whether a text that is being written is in the language that was promised, told by its letters. Names, terms and quotations
// are in other scripts everywhere, so it says `wrong` only when almost nothing is in the right one.
import { scanProse } from '../prose/prose-scanner.ts'

/** The languages that an answer can be promised in. */
export type AnswerLanguage = 'zhHant' | 'en' | 'ja' | 'th' | 'vi'

export type ScriptVerdict = 'matches' | 'wrong' | 'unsure'

/** Letters that a verdict on a text that is still being written takes. */
const enoughLetters = 80
/** A Chinese or Japanese character says as much as a few letters of an alphabet. */
const lettersPerIdeograph = 2.5
/** The share of the letters in the right script above which a text is in its language, and below which it is not. */
const highThreshold = 0.4
const lowThreshold = 0.1

/** A verdict needs no more than the beginning, and a model may send whatever takes long to read. */
const maxRead = 6_000

/** Addresses of e-mail, and quotations. */
const foreign = [/\b[\w.+-]{1,64}@[\w.-]{1,255}/gi, /「[^「」]{0,500}」|『[^『』]{0,500}』|“[^“”]{0,500}”|«[^«»]{0,500}»|"[^"\n]{0,500}"/g]

const vietnameseLetter = /[ăâđêôơưạảãấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏõốồổỗộớờởỡợụủũứừửữựỳỵỷỹáàéèíìóòúùý]/giu
/** The little words without which no English sentence is. */
const englishWord = /\b(?:the|and|of|to|is|are|in|that|for|with|as|be|this|you|it|on|by|or|can|from|which|not|have|your)\b/gi

/**
 * Returns whether a text is in a language: `unsure` while there is too little of it, or it is about half and half. Code, URLs,
 * formulas and quotations do not count. A verdict takes `minLetters` letters, of which a Chinese or Japanese character is two and a half.
 */
export function checkScript(text: string, language: AnswerLanguage, minLetters = enoughLetters): ScriptVerdict {
  const prose = foreign.reduce((rest, pattern) => rest.replace(pattern, ' '), findProse(text.slice(0, maxRead).normalize('NFC')))
  const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0
  const han = count(/\p{Script=Han}/gu) * lettersPerIdeograph
  const kana = count(/[\u3041-\u3096\u30a1-\u30fa]/gu) * lettersPerIdeograph
  const thai = count(/\p{Script=Thai}/gu)
  const latin = count(/\p{Script=Latin}/gu)
  const all = han + kana + thai + latin + count(/[\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/gu)
  if (all < minLetters) return 'unsure'

  switch (language) {
    case 'th':
      return judge(thai / all)
    case 'ja':
      // Japanese without kana is a list of terms, or Chinese.
      if (kana / all >= lowThreshold) return judge((kana + han) / all)
      return han / all > highThreshold ? (han >= 2 * enoughLetters ? 'wrong' : 'unsure') : judge((kana + han) / all)
    case 'zhHant':
      if (kana > 0.25 * (han + kana)) return kana + han > all * highThreshold ? 'wrong' : judge(han / all)
      return judge(han / all)
    case 'vi':
    case 'en':
      return latin / all < highThreshold ? judge(latin / all) : judgeLatin(prose, latin, language)
  }
}

const findProse = (text: string) =>
  scanProse(text)
    .map((segment) => (segment.kind === 'prose' && !segment.isQuoted ? segment.text : ' '))
    .join('')

const judge = (share: number): ScriptVerdict => (share >= highThreshold ? 'matches' : share < lowThreshold ? 'wrong' : 'unsure')

/** About every fourth letter of Vietnamese has a mark; English has none, and its little words make up a quarter of it. */
function judgeLatin(prose: string, latin: number, language: 'vi' | 'en'): ScriptVerdict {
  const marked = (prose.match(vietnameseLetter)?.length ?? 0) / latin
  const words = prose.match(/\p{Script=Latin}+/gu)?.length ?? 1
  const little = (prose.match(englishWord)?.length ?? 0) / words
  if (marked > 0.12) return language === 'vi' ? 'matches' : 'wrong'
  if (marked < 0.02 && little > 0.12) return language === 'en' ? 'matches' : 'wrong'
  return 'unsure'
}

const languageNames =
  'english|chinese|mandarin|japanese|thai|vietnamese|英文|英語|英语|中文|華語|漢語|汉语|國語|国语|繁體|繁体|簡體|简体|日文|日語|日语|日本語|泰文|泰語|泰语|越南文|越南語|越南语|越文|英訳|中国語|タイ語|ベトナム語|ภาษา|tiếng (?:anh|việt|trung|hoa|nhật|thái)'
const translation = 'translat|翻譯|翻译|譯成|译成|譯為|译为|翻成|訳して|訳す|翻訳|和訳|แปล|phiên dịch|dịch (?:sang|ra|câu|đoạn|văn)'
const otherLanguage = new RegExp(`${languageNames}|${translation}`, 'iu')

/** Returns whether a question itself names a language or asks for a translation: then its answer may well be in another one. */
export function asksForLanguage(question: string): boolean {
  return otherLanguage.test(question.normalize('NFC'))
}

/** Returns what `checkScript` does, and never `wrong` where the question asks for a language of its own. */
export function checkLanguage(text: string, language: AnswerLanguage, question: string): ScriptVerdict {
  const verdict = checkScript(text, language)
  return verdict === 'wrong' && asksForLanguage(question) ? 'unsure' : verdict
}
