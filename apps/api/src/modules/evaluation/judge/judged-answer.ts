// What a judge is given of an answer, in bounded lengths. All of it is JSON, so that no text of it can end its own field.
import type { Language } from '@heddle/contracts/languages'
import type { MessageSource } from '@heddle/contracts/message/message'
import type { ExpectedAnswer } from '@heddle/evaluation/score/score-answer'
import { toPlainText } from '@heddle/evaluation/score/plain-text'
import { expectsCorrectness } from '../eval-row.rules.ts'

/** An answer to be judged, and what its row expects. */
export type Judged = {
  readonly expected: Pick<ExpectedAnswer, 'question' | 'language' | 'answer' | 'points' | 'mustRefuse'>
  /** In Markdown, with its citations. */
  readonly text: string
  /** What it cites. */
  readonly sources: readonly MessageSource[]
}

/** What is longer is not judged: a verdict on a part of an answer is a guess. */
const maxCharacters = { answer: 20_000, claim: 1_000, passages: 40_000 }
const maxClaims = 60

export type JudgedCase = {
  readonly language: Language
  /** Whether there is anything to compare the answer with. */
  readonly asksForCorrectness: boolean
  /** The sentences of the answer; none where their support cannot be judged. */
  readonly claims: readonly string[]
  readonly passages: readonly string[]
  /** What the judge reads. */
  readonly text: string
}

/** Returns why an answer is wrong without a model being asked; null of one that can be judged. */
export function findFault({ text }: Pick<Judged, 'text'>): 'blank' | 'tooLong' | null {
  if (toPlainText(text).trim() === '') return 'blank'
  return text.length > maxCharacters.answer ? 'tooLong' : null
}

/** Returns what is judged of an answer without a fault; null where there is nothing to judge. */
export function createJudgedCase({ expected, text, sources }: Judged): JudgedCase | null {
  const { question, language, answer, points = [], mustRefuse = false } = expected
  const plain = toPlainText(text)
  const asksForCorrectness = expectsCorrectness(expected)
  const passages = sources.map(writeSource)
  const claims = areBounded(passages) ? splitClaims(plain, language) : []
  if (!asksForCorrectness && claims.length === 0) return null
  const data = {
    question,
    ...(mustRefuse ? { must_decline: true } : { expected_answer: answer ?? null, expected_points: points }),
    answer: plain,
    ...(claims.length > 0 && {
      sentences: claims.map((claim, at) => ({ number: at + 1, text: claim })),
      passages: passages.map((passage) => ({ text: passage })),
    }),
  }
  return { language, asksForCorrectness, claims, passages, text: JSON.stringify(data) }
}

const areBounded = (passages: readonly string[]) => passages.reduce((sum, { length }) => sum + length, 0) <= maxCharacters.passages

/** Of rows the query in words, the names of the columns, and the cells. */
function writeSource({ title, passage, rows }: MessageSource): string {
  const table = rows && [
    rows.columns.map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`)),
    ...rows.rows.map(({ cells }) =>
      cells.map((cell) => (typeof cell === 'object' && cell ? `${cell.mark}${cell.number ?? ''}` : String(cell ?? ''))),
    ),
  ]
  return [title ?? '', passage, ...(table ?? []).map((cells) => cells.join(' | '))].filter((part) => part !== '').join('\n')
}

const listMark = /^(?:[-*+>#|\s]+|\d+[.)]\s)+/

/** Returns the sentences of an answer; none when there are more than a judge is asked of, or one is too long. */
function splitClaims(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language === 'zhHant' ? 'zh-Hant' : language, { granularity: 'sentence' })
  const claims = text
    .split('\n')
    .flatMap((line) => [...segmenter.segment(line.replace(listMark, ''))].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return claims.length > maxClaims || claims.some(({ length }) => length > maxCharacters.claim) ? [] : claims
}
