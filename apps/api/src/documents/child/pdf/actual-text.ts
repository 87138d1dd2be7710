// What the marked content of a PDF says its glyphs are (ActualText; PDF 2.0, 14.9.4). Chromium writes it for the glyphs that its fonts do not
// know as characters: Thai vowels and tones over each other, ligatures, variants. pdf.js leaves it out of the text; patches/pdfjs-dist@*.patch
// adds it to the marks.
import type { TextContent, TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'

type Mark = TextMarkedContent & { readonly actualText?: string | null }

/** Returns the items of a page's text; those of a mark with an actual text are one item with that text. */
export function readActualTexts(items: TextContent['items']): TextItem[] {
  const read: TextItem[] = []
  /** Of each open mark: whether it is the one whose items are collected. */
  const open: boolean[] = []
  let collected: TextItem[] | null = null
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

const isBlank = ({ str }: TextItem) => str.trim() === ''

/** Spaces before the glyphs belong to the text before; glyphs on several lines keep their own text. */
function replaceText(items: readonly TextItem[], actualText: string): readonly TextItem[] {
  const glyphs = items.filter((item) => !isBlank(item))
  const [first, last] = [glyphs[0], glyphs.at(-1)]
  if (!first || !last || items.slice(items.indexOf(first), items.indexOf(last)).some(({ hasEOL }) => hasEOL)) return items
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width, 0)
  return [...items.slice(0, items.indexOf(first)), { ...first, str: actualText, width }]
}
