// A row of approved answers: what it is asked by, and what is given.
import type { ApprovedAnswer } from '@heddle/contracts/dataset/qa-match'
import { qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { type Language, languages } from '@heddle/contracts/languages'
import { limits } from '@heddle/contracts/limits'
import { toTextKey } from '@heddle/table/text-key'

/** The texts of a row by the ids of `qaColumn`; those of empty cells are null or missing. */
export type QaTexts = Readonly<Record<string, string | null | undefined>>

export const qaColumnIds: readonly string[] = Object.values(qaColumn).flatMap((id) => (typeof id === 'string' ? [id] : Object.values(id)))

/** Where an answer is translated from: what models know best comes first. */
const sourceLanguages = ['en', 'zhHant', 'ja', 'vi', 'th'] as const satisfies readonly Language[]

const readText = (texts: QaTexts, id: string) => texts[id]?.trim() ?? ''

/** Returns the lines of a text that are not empty. */
export const listLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns what questions are compared by that are the same words; how one ends is none of them. */
export const toWordingKey = (text: string): string => toTextKey(text).replace(/[\s?？!！.。．…]+$/u, '')

export type OwnWording = { readonly text: string; readonly key: string }

/** Returns the question and its other wordings, each once; none of a row without an answer. */
export function listWordings(texts: QaTexts): OwnWording[] {
  if (languages.every((language) => readText(texts, qaColumn.answer[language]) === '')) return []
  const lines = [readText(texts, qaColumn.question).replaceAll(/\s+/g, ' '), ...listLines(readText(texts, qaColumn.wordings))]
  const wordings = lines.map((line) => line.slice(0, limits.qaWordingCharacters).toWellFormed())
  const byKey = new Map(wordings.toReversed().map((text) => [toWordingKey(text), text]))
  byKey.delete('')
  return Array.from(byKey, ([key, text]) => ({ key, text })).toReversed()
}

/** Returns the answer in a language, else the one that would be translated; null of a row without any. */
export function chooseAnswer(texts: QaTexts, language: Language): ApprovedAnswer | null {
  const own = [language, ...sourceLanguages].find((each) => readText(texts, qaColumn.answer[each]) !== '')
  if (own === undefined) return null
  return {
    text: readText(texts, qaColumn.answer[own]),
    language: own,
    sources: listLines(readText(texts, qaColumn.sources)),
    valid_from: texts[qaColumn.validFrom] ?? null,
    valid_until: texts[qaColumn.validUntil] ?? null,
  }
}

/** Whether two rows answer alike: the same in all languages that both have, and one at least. */
export function haveSameAnswer(one: QaTexts, other: QaTexts): boolean {
  const pairs = languages
    .map((language) => [one, other].map((texts) => toTextKey(readText(texts, qaColumn.answer[language]))))
    .filter((keys) => !keys.includes(''))
  return pairs.length > 0 && pairs.every(([a, b]) => a === b)
}

/** Returns what all answers, sources and the question of a row are compared by. */
export const listAnswerKeys = (texts: QaTexts): string[] =>
  languages.map((language) => toTextKey(readText(texts, qaColumn.answer[language])))
export const listSourceKeys = (texts: QaTexts): string[] =>
  [...listLines(readText(texts, qaColumn.sources)), readText(texts, qaColumn.question)].map(toTextKey)
