import { limits } from '@heddle/contracts/limits'
import { removeInvisible } from '@heddle/contracts/visible-text'

const titleGraphemes = 60
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The title of a chat that has none: the first line of its question, cut where a reader sees a character end. */
export function titleFromQuestion(question: string): string {
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
    if (count > titleGraphemes || cut.length + segment.length >= limits.chatTitleCharacters) return `${cut.trimEnd()}…`
    cut += segment
  }
  return cut
}
