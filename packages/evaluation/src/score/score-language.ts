// Whether an answer is in the language of its question.
import { type AnswerLanguage, asksForLanguage, checkScript } from '@heddle/text/language/script-check'
import type { Score } from './score.ts'

/** Letters that tell the language of a short answer. */
const minLetters = 20
const right = { score: 1, findings: [] } as const
const wrong = { score: 0, findings: [{ code: 'wrong_language' }] } as const

/**
 * Returns 1 for an answer in the language, 0 in another one or without any letter or figure; null where it does not tell, and where the question
 * asks for a language of its own.
 */
export function scoreLanguage(language: AnswerLanguage, question: string, answer: string): Score | null {
  if (asksForLanguage(question)) return null
  if (!/[\p{L}\p{N}]/u.test(answer)) return wrong
  const verdict = checkScript(answer, language, minLetters)
  return verdict === 'unsure' ? null : verdict === 'matches' ? right : wrong
}
