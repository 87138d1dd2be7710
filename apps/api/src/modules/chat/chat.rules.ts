// Decisions about a chat that need nothing but what they are given.
import { removeInvisible } from '@heddle/contracts/visible-text'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
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
