// Decisions about a chat that need nothing but what they are given.
import type { ModelReference } from '@heddle/contracts/model'
import { removeInvisible } from '@heddle/contracts/visible-text'

export type ChoosableModel = { readonly id: string; readonly name: string; readonly isDefault: boolean }

/**
 * The model that a request means: the one it names, else the chat's, else the default. Null when it names one that may not
 * be chosen, or nothing at all; undefined when there is no model to choose.
 */
export function chooseModel<M extends ChoosableModel>(
  models: readonly M[],
  reference: ModelReference | undefined,
  chatModelId: string | null,
): M | null | undefined {
  if (!reference) return models.find(({ id }) => id === chatModelId) ?? models.find(({ isDefault }) => isDefault) ?? models[0]
  const { id, name } = reference
  if (id === undefined && name === undefined) return null
  return models.find((model) => (id === undefined || model.id === id) && (name === undefined || model.name === name)) ?? null
}

const titleGraphemes = 60
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first line of a text, cut where a reader sees a character end: one such character may be as long as the text. */
export function titleFromQuestion(question: string, maxCharacters: number): string {
  const line =
    removeInvisible(question)
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.replaceAll(/\s+/g, ' ')
      .trim() ?? ''
  let cut = ''
  let count = 0
  for (const { segment } of graphemes.segment(line)) {
    count += 1
    if (count > titleGraphemes || cut.length + segment.length >= maxCharacters) return `${cut.trimEnd()}…`
    cut += segment
  }
  return cut
}

const openingMarks = /^(?:[\s"'“”‘’「『《〈«*_#`~>-]|(?:title|標題|タイトル|หัวข้อ|tiêu đề)\s*[:：])+/iu
const closingMarks = /[\s"'“”‘’」』》〉»*_`~]+$/u

/** The title in what a model wrote when it was asked for one: its first line that says something, without marks around it. */
export function cleanTitle(written: string, maxCharacters: number): string {
  const lines = removeInvisible(written)
    .replaceAll('\0', '')
    .toWellFormed()
    .split(/[\r\n]+/)
  const title = lines
    .map((line) => line.replace(openingMarks, '').replace(closingMarks, '').replaceAll(/\s+/g, ' '))
    .find((line) => line !== '')
  let cut = ''
  for (const { segment } of graphemes.segment(title ?? '')) {
    if (cut.length + segment.length > maxCharacters) break
    cut += segment
  }
  return cut.trim()
}

export const remainingRequests = (requestsPerChat: number, requestCount: number) => Math.max(0, requestsPerChat - requestCount)
