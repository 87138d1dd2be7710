// The names of the fonts of a PDF, and what they tell: which are bold. They are known of pages whose drawing was asked for.
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'

/** TeX's `CMBX`, and the weights of Japanese and Chinese foundries. */
const boldName = /bold|black|heavy|demi|cmbx|[-_]w[6-9]|黑|ゴシックb/i

/** Pages whose drawing is asked for: a document that has new fonts on each of its pages would be read at half the speed. */
const maxPages = 30

export function createFontNames() {
  const names = new Map<string, string>()
  let remainingPages = maxPages

  return {
    /** Learns the fonts of a page; `isNeeded` does it on any number of pages. */
    async learn(page: PDFPageProxy, fonts: readonly string[], isNeeded = false) {
      if ((remainingPages === 0 && !isNeeded) || fonts.every((font) => names.has(font))) return
      remainingPages = Math.max(remainingPages - 1, 0)
      await page.getOperatorList()
      for (const font of fonts) {
        if (page.commonObjs.has(font)) names.set(font, readName(page.commonObjs.get(font)))
      }
    },
    isBold: (font: string) => boldName.test(names.get(font) ?? ''),
    getName: (font: string) => names.get(font) ?? '',
  }
}

const readName = (font: unknown): string =>
  typeof font === 'object' && font !== null && 'name' in font && typeof font.name === 'string' ? font.name : ''
