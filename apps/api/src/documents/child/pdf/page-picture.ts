// Tells whether a page without a text shows an image, without decoding it.
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'

/** The share of the page: a logo takes less, a receipt on a sheet of its own more. */
const minCover = 0.05

const readDeterminant = (matrix: unknown): number => {
  const [a = 1, b = 0, c = 0, d = 1] = Array.isArray(matrix) || matrix instanceof Float32Array ? Array.from<number>(matrix) : []
  return Math.abs(a * d - b * c)
}

/** An image is drawn into a square of one point, which a transformation makes as large as it is. */
export async function hasPicture(page: PDFPageProxy): Promise<boolean> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const area = (right - left) * (top - bottom)
  const { fnArray, argsArray } = await page.getOperatorList()
  const saved: number[] = []
  let scale = 1
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index]
    if (operator === OPS.save) saved.push(scale)
    else if (operator === OPS.restore) scale = saved.pop() ?? 1
    else if (operator === OPS.transform) scale *= readDeterminant(args)
    if (scale >= minCover * area) return true
  }
  return false
}
