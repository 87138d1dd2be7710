// The words of a question that say how it asks, not what about: a small collection has few of them, and then they would count as much as
// its names.
import { toSimplifiedCharacter } from '@heddle/text/language/simplified-characters'
import { guessLanguage } from '@heddle/text/language/detect-language'
import type { AnswerLanguage } from '@heddle/text/language/script-check'
import { fold } from '@heddle/text/language/folding'

/**
 * Function words and those of questions, as ICU cuts them, without what is also a name in one of our languages: the vitamin A, `ai`. Lists
 * that are kept elsewhere (stopword, stopwords-iso) lack the question words of four languages and have verbs that a manual is about, as
 * `เปิด` (open): docs/decisions/0036.
 */
const lists: Readonly<Record<AnswerLanguage, string>> = {
  zhHant:
    '請 請問 你好 您好 謝謝 什麼 甚麼 意思 怎 麼 怎麼 怎樣 如何 何 哪 哪裡 哪裏 哪些 哪個 為什麼 為何 何時 什麼時候 是否 多少 幾 誰 可以 能 要 需要 該 應該 想 知道 告訴 找 找到 的 得 地 了 嗎 呢 吧 呀 是 有 在 我 我們 你 您 個 這 這個 那 那個 和 與 或 於 從 到 會 為 被 把',
  en: 'a i an the of to in on at for from with by about into between and or but than as is are was were be been do does did can could should would will shall might must have has had my me we our us you your its it he she his her him they their them this that these those there here what which who whom whose when where why how if not no so also please hello tell explain know find get want need mean means meaning',
  ja: '何 なに は が を に で の と も へ か だ た な から まで では とは ため です ます する し すれ すれば れ ば ん ある あり い いる いい よい よう ような ように この その あの どの どう どうすれば どこ いつ だれ 誰 なぜ どうして どれ いくつ いくら こと もの ください 教え て',
  th: 'คือ อะไร และ ต้อง ทำ อย่าง อย่างไร ไร ยังไง ที่ ที่ไหน ไหน เมื่อ เมื่อไร เมื่อไหร่ ใคร ทำไม กี่ เท่าไร เท่าไหร่ เท่าใด ใด อยู่ ได้ ไหม มั้ย หรือ หรือไม่ ไม่ ของ ใน เป็น มี ฉัน เรา คุณ ขอ ช่วย บอก หา ให้ จะ กับ โดย ว่า นี้ นั้น จาก ถึง เพื่อ ซึ่ง การ ครับ ค่ะ คะ',
  vi: 'là gì và tôi mình bạn chúng phải làm thế nào sao ở đâu khi nhiêu mấy có thể không cho biết tìm thấy hãy xin hỏi muốn cần về của các những một này đó thì mà với trong từ đến hoặc bị do nên vì tại để như được đã đang sẽ',
}

/** Chinese ones by their Simplified characters, in which they may be typed. */
const toName = (word: string) => Array.from(fold(word), toSimplifiedCharacter).join('')

const readList = (list: string) => new Set(list.split(' ').map(toName))
const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(Object.entries(lists).map(([language, list]) => [language, readList(list)])),
  // A short question in Vietnamese may have no letter that French has not, as `AI là gì`.
  en: readList(`${lists.en} ${lists.vi}`),
}

/** UTF-16 units that ICU cuts into words at once. */
const maxSegmented = 1_000
const words = new Intl.Segmenter('th', { granularity: 'word' })
/** What is written in capitals, but for the pronoun: WHO, IT, the vitamin A. */
const isName = /^(?!I$)\p{Lu}+$/u
const contraction = /['’](?:s|m|re|ve|ll|d)$/

/**
 * Returns a question without its stop words, each a space; the question itself where it has no other words. An acronym is none, as WHO and
 * IT. The language is told by the letters alone (`guessLanguage`).
 */
export function removeStopWords(question: string): string {
  const own = stopWords[guessLanguage(question) ?? ''] ?? new Set()
  const isStopWord = (word: string) => own.has(toName(word).replace(contraction, '')) && !isName.test(word)
  let rest = ''
  for (let from = 0; from < question.length; from += maxSegmented) {
    for (const { segment } of words.segment(question.slice(from, from + maxSegmented))) rest += isStopWord(segment) ? ' ' : segment
  }
  return /[\p{L}\p{N}]/u.test(rest) ? rest : question
}
