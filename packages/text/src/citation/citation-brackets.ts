// What is between brackets, and which passages it cites.
import { matchAt } from '../prose/match-at.ts'
import type { SegmentKind } from '../prose/prose-scanner.ts'

/** Whether brackets may cite: in prose, and in a tag, which the web shows as the text that it is. */
export const mayCite = (kind: SegmentKind): boolean => kind === 'prose' || kind === 'tag'

/** Longer than what anybody writes between the brackets of a citation. */
const innerCharacters = 60
const opening = /\[\[?|【|［/y
const closings: Readonly<Record<string, string>> = { '[': ']', '[[': ']]', '【': '】', '［': '］' }
/** Numbers and what joins them; some models add what kind of source it is: `【1†source】`. */
const inner = /[\d０-９ ,，、;；–—~～-]{0,61}(?:†[^】\n]{0,61})?/y
const separators = /[,、;]/
const range = /^(\d{1,3}) ?[–—~-] ?(\d{1,3})$/
const widestRange = 20

export type Brackets = { readonly end: number; /** Null for what is no citation. */ readonly inner: string | null }

/** Returns the brackets that open at a place, or only their opening if they hold no numbers; null while more has to be seen. */
export function readBrackets(text: string, at: number, isEnd: boolean): Brackets | null {
  const isUndecided = (position: number) => position >= text.length && !isEnd
  const open = matchAt(opening, text, at)
  const noCitation = { end: at + 1, inner: null }
  if (isUndecided(at + open.length)) return null
  const content = matchAt(inner, text, at + open.length)
  const closingAt = at + open.length + content.length
  if (content.length > innerCharacters) return noCitation
  if (isUndecided(closingAt)) return null
  const closing = closings[open] ?? ''
  const end = closingAt + closing.length
  if (text.slice(closingAt, end) !== closing) return isUndecided(end - 1) && closing.startsWith(text.slice(closingAt)) ? null : noCitation
  return isUndecided(end) ? null : { end, inner: content }
}

/** Returns the numbers that exist; null when what is between the brackets is no citation. */
export function readNumbers(content: string, exists: (number: number) => boolean): number[] | null {
  const numbers: number[] = []
  for (const part of content.replace(/†.*/s, '').normalize('NFKC').split(separators)) {
    const wanted = part.trim()
    const [, from, to] = range.exec(wanted) ?? []
    if (from !== undefined && to !== undefined) {
      const width = Number(to) - Number(from)
      const all = Array.from({ length: Math.max(0, Math.min(width, widestRange)) + 1 }, (_, index) => Number(from) + index)
      if (width <= 0 || width >= widestRange || !all.every(exists)) return null
      numbers.push(...all)
    } else {
      const number = /^\d{1,9}$/.test(wanted) ? Number(wanted) : 0
      if (number === 0 || (wanted.length > 3 && !exists(number))) return null
      numbers.push(number)
    }
  }
  return [...new Set(numbers)].filter(exists)
}
