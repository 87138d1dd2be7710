// Tells how much of a page without a usual text is drawn, without decoding an image.
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'

/** Numbers of the paths of a page without text, and of one with little, on which text is drawn as outlines: ornaments have fewer. */
export const outlineNumbers = { alone: 10_000, besideText: 50_000 }

const readDeterminant = (matrix: unknown): number => {
  const [a = 1, b = 0, c = 0, d = 1] = Array.isArray(matrix) || matrix instanceof Float32Array ? Array.from<number>(matrix) : []
  return Math.abs(a * d - b * c)
}

function countPathNumbers(args: unknown): number {
  const paths: unknown = Array.isArray(args) ? args[1] : null
  const path: unknown = Array.isArray(paths) ? paths[0] : null
  return path instanceof Float32Array || Array.isArray(path) ? path.length : 0
}

/**
 * Whether an image takes at least the share `minCover` of the page, or as many paths are drawn. An image is drawn into a square of one point,
 * which a transformation makes as large as it is.
 */
export async function hasPicture(page: PDFPageProxy, minCover: number, minPathNumbers: number): Promise<boolean> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view
  const area = (right - left) * (top - bottom)
  const { fnArray, argsArray } = await page.getOperatorList()
  const saved: number[] = []
  let scale = 1
  let pathNumbers = 0
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index]
    if (operator === OPS.save) saved.push(scale)
    else if (operator === OPS.restore) scale = saved.pop() ?? 1
    else if (operator === OPS.transform) scale *= readDeterminant(args)
    else if (operator === OPS.constructPath) pathNumbers += countPathNumbers(args)
    if (scale >= minCover * area || pathNumbers >= minPathNumbers) return true
  }
  return false
}
