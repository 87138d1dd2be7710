// The content of an answer: only facts about the model's input.
import { detectPromptLanguage, type DemoLanguage } from './language.ts'
import { type PromptPassage, readPassages } from './passages.ts'
import { stripDirectives } from './switches.ts'
import { wantsPlan } from './table-plan.ts'

export type PromptMessage = { readonly role: string; readonly content: string; readonly images?: number }

export type PromptFacts = {
  readonly language: DemoLanguage
  readonly model: string
  /** The last question on one line, shortened. */
  readonly question: string
  /** The question as a title: complete words, at most 40 characters, no closing punctuation. */
  readonly questionAsTitle: string
  readonly questionCharacters: number
  /** The question's longest words in their order, at most five. */
  readonly keyWords: readonly string[]
  /** The number of messages before the question. */
  readonly earlierMessages: number
  /** The relevant parts of the prompt's numbered passages. */
  readonly passages: readonly PromptPassage[]
  /** The number of images in the last question. */
  readonly images: number
  readonly wantsTitle: boolean
  /** Whether the question is to be rewritten, not answered. */
  readonly wantsRewriting: boolean
  /** Whether the number of a category is requested, 0 for none of them. */
  readonly wantsCategory: boolean
  readonly wantsCode: boolean
  /** The prompt that asks for the query of a table, else null. */
  readonly plannedPrompt: string | null
}

const shownQuestionCharacters = 160
const titleCharacters = 40
const maxKeyWords = 5

const titleRequest = /\b(?:write|give|make|create|generate|suggest|produce|reply with|answer with|compose)\b[^.\n]{0,80}\btitle\b/i
const rewritingRequest = /\brewrite\b[^.\n]{0,80}\bquestion\b/i
const categoryRequest = /\bonly with the number of the category\b/i
const codeRequest = /\bcode\b|\bjson\b|\bpython\b|程式|コード|โค้ด|mã nguồn/i
const refusedAnswer = /^Your answer cannot be used\./
const transcriptLine = /^(?:user|question|human)\s*[:：]\s*(.+)$/im

/** Returns the facts about the messages of a chat completion. */
export function readFacts(model: string, messages: readonly PromptMessage[]): PromptFacts {
  const instructions = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(({ content }) => content)
    .join('\n')
  const talk = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const last = stripDirectives(talk.at(-1)?.content ?? '')
  const { prompt, passages } = readPassages(instructions, last)
  const wantsTitle = titleRequest.test(prompt) || titleRequest.test(last.slice(0, 400))
  const asked = wantsTitle ? stripDirectives(last.match(transcriptLine)?.[1] ?? talk[0]?.content ?? last) : last
  const question = asked.replaceAll(/\s+/g, ' ').trim()
  const language = detectPromptLanguage(prompt, question)
  return {
    language,
    model,
    question: question.length > shownQuestionCharacters ? `${question.slice(0, shownQuestionCharacters).toWellFormed()}…` : question,
    questionAsTitle: shortenToWords(question),
    questionCharacters: question.length,
    keyWords: findKeyWords(question),
    earlierMessages: Math.max(0, talk.length - 1),
    passages,
    images: talk.at(-1)?.images ?? 0,
    wantsTitle,
    wantsRewriting: rewritingRequest.test(prompt),
    wantsCategory: categoryRequest.test(prompt),
    // Told that its plan cannot be used, it has no better one.
    plannedPrompt: wantsPlan(prompt) && !refusedAnswer.test(question) ? prompt : null,
    wantsCode: codeRequest.test(question) || question.length % 3 === 0,
  }
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsThatSayLittle = new Set(
  (
    'about after also been between could does have from into many much please should tell that than their them then there these they this ' +
    'those want what when where which while will with would your the and for are how can you why who was ' +
    '什麼 如何 怎麼 為什麼 哪些 請問 可以 我們 你們 這個 那個 一下 以及 について ください です ます とは する した 教えて どの なに なぜ よう どう ' +
    'การ ความ อะไร อย่างไร ทำไม และ หรือ ครับ ค่ะ ของ ที่ ใน เป็น ได้ ให้ ไหม như thế nào là gì của và cho các những tại sao trong được không làm để độ cách'
  ).split(' '),
)

function shortenToWords(question: string): string {
  let title = ''
  for (const { segment } of words.segment(question)) {
    if (title.length + segment.length > titleCharacters) break
    title += segment
  }
  return title.replace(/[\s\p{P}]+$/u, '')
}

function findKeyWords(question: string): string[] {
  const found = new Set<string>()
  for (const { segment, isWordLike } of words.segment(question.slice(0, 2_000))) {
    const isLatin = /^[\p{Script=Latin}\p{M}\p{N}]+$/u.test(segment)
    if (isWordLike && segment.length >= (isLatin ? 3 : 2) && !wordsThatSayLittle.has(segment.toLowerCase())) found.add(segment)
  }
  const longest = new Set([...found].toSorted((a, b) => b.length - a.length).slice(0, maxKeyWords))
  return [...found].filter((word) => longest.has(word))
}
