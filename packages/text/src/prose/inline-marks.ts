// What a mark in a line opens: formulas in dollars, tags, and where links lead.
import { inDollars, linkTarget, openTag, tex } from './markdown-marks.ts'
import { matchAt, measureAt } from './match-at.ts'

/** How a text ahead ends: with its paragraph, too `far` away to be seen, or where more may come. */
export type Ahead = { readonly text: string; readonly ends: 'paragraph' | 'far' | 'open' }

/** So many characters, 0 for none; `far` goes on beyond what is seen, null is undecided. */
export type Extent = number | 'far' | null

/** Returns the extent of the formula that the dollar at the beginning of a text opens; it does not begin or end with a space. */
export function measureDollarFormula({ text, ends }: Ahead): Extent {
  if (!/\S/.test(text.charAt(1))) return 0
  const closingAt = 1 + measureAt(inDollars, text, 1)
  const mark = text.charAt(closingAt)
  const isSeen = ends === 'paragraph' || mark === '\n' || (mark === '$' && closingAt + 1 < text.length)
  if (!isSeen && ends === 'open') return null
  if (!isSeen && tex.test(text)) return 'far'
  const isClosed = isSeen && mark === '$' && /\S/.test(text.charAt(closingAt - 1)) && !/\d/.test(text.charAt(closingAt + 1))
  return isClosed ? closingAt + 1 : 0
}

/** Returns the extent of the tag of HTML that a text begins with. */
export function measureTag({ text, ends }: Ahead): Extent {
  const tag = matchAt(openTag, text, 0)
  if (tag.length === text.length && ends === 'open') return null
  if (!/[a-z]/i.test(tag)) return 0
  if (tag.length === text.length && ends === 'far') return 'far'
  return text.charAt(tag.length) === '>' ? tag.length + 1 : 0
}

/** Returns the extent of the end of a link that a text begins with: `](`, where it leads, and `)`. */
export function measureLinkTarget({ text, ends }: Ahead): Extent {
  const length = measureAt(linkTarget, text, 0)
  if (text.length > 1 && text.charAt(1) !== '(') return 0
  return length === 0 && ends === 'open' ? null : length
}
