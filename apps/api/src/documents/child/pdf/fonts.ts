// Tells which fonts of a PDF are bold: by their names, which are known of pages whose drawing was asked for.
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'

/** TeX's `CMBX`, and the weights of Japanese and Chinese foundries. */
const boldName = /bold|black|heavy|demi|cmbx|[-_]w[6-9]|黑|ゴシックb/i

/** Pages whose drawing is asked for: a document that has new fonts on each of its pages would be read at half the speed. */
const maxPages = 30

export function createFontNames() {
  const bold = new Map<string, boolean>()
  let pagesLeft = maxPages

  return {
    /** Learns the fonts of a page. */
    async learn(page: PDFPageProxy, fonts: readonly string[]) {
      if (pagesLeft === 0 || fonts.every((font) => bold.has(font))) return
      pagesLeft -= 1
      await page.getOperatorList()
      for (const font of fonts) {
        if (page.commonObjs.has(font)) bold.set(font, boldName.test(readName(page.commonObjs.get(font))))
      }
    },
    isBold: (font: string) => bold.get(font) ?? false,
  }
}

const readName = (font: unknown): string =>
  typeof font === 'object' && font !== null && 'name' in font && typeof font.name === 'string' ? font.name : ''
