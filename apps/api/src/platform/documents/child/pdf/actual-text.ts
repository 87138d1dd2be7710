// What the marked content of a PDF says its glyphs are (ActualText; PDF 2.0, 14.9.4). Writers give it for glyphs that their fonts do not know
// as characters: Thai vowels and tones over each other, ligatures, variants, hyphens at the ends of lines. pdf.js leaves it out of the text;
// patches/pdfjs-dist@*.patch adds it to the marks.
import type { TextContent, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import { maxOf } from './extent.ts'
import type { PlacedItem } from './moved-items.ts'

type Mark = TextMarkedContent & { readonly actualText?: string | null }

/** Returns the items of a page's text; those of a mark with an actual text are one item with that text. */
export function readActualTexts(items: TextContent['items']): PlacedItem[] {
  const read: PlacedItem[] = []
  /** Of each open mark: whether it is the one whose items are collected. */
  const open: boolean[] = []
  let collected: PlacedItem[] | null = null
  let actualText = ''
  for (const item of items) {
    if ('str' in item) (collected ?? read).push(item)
    else if (item.type === 'endMarkedContent') {
      if (!open.pop() || !collected) continue
      read.push(...replaceText(collected, actualText))
      collected = null
    } else {
      const own: string | null = collected ? null : ((item as Mark).actualText ?? null)
      open.push(own !== null)
      if (own !== null) [collected, actualText] = [[], own]
    }
  }
  return [...read, ...(collected ?? [])]
}

const isBlank = ({ str }: PlacedItem) => str.trim() === ''

const toLetters = (text: string) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * Spaces before the glyphs belong to the text before. Glyphs on several lines keep their own text where it is the same one, and have the
 * actual one on the first line otherwise.
 */
function replaceText(items: readonly PlacedItem[], actualText: string): readonly PlacedItem[] {
  const at = items.findIndex((item) => !isBlank(item))
  const first = items[at]
  if (!first) return items
  const end = items.findIndex((item, index) => index >= at && item.hasEOL)
  const line = items.slice(at, end === -1 ? undefined : end + 1)
  const isOneLine = items.slice(at + line.length).every(isBlank)
  if (!isOneLine && toLetters(items.map(({ str }) => str).join('')) === toLetters(actualText)) return items
  const glyphs = line.filter((item) => !isBlank(item))
  return [
    ...items.slice(0, at),
    { ...first, moves: undefined, str: actualText, width: maxOf(glyphs, (glyph) => measureDistance(first, glyph) + glyph.width) },
  ]
}

function measureDistance(from: PlacedItem, to: PlacedItem): number {
  const [, , , , x = 0, y = 0] = from.transform as number[]
  const [, , , , otherX = 0, otherY = 0] = to.transform as number[]
  return Math.hypot(otherX - x, otherY - y)
}
