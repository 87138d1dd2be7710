// The images that a page of a PDF draws, as files that the recognizer opens.
import { ImageKind, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFPageProxy } from 'pdfjs-dist/types/src/display/api.js'
import { z } from 'zod'
import type { Matrix, PlacedImage } from './recognized-runs.ts'

/** Smaller ones are logos and dirt. */
const minSide = 50
/** Pixels of what a scanner makes of a large page. */
export const maxImagePixels = 40_000_000

export type PageImage = PlacedImage & { readonly file: Buffer }

/** The image of a stencil: its bits are where the page's color is painted, mostly the letters of what an office scanner made. */
const Stencil = z.object({ data: z.string() })

const ImageData = z.object({
  width: z.int(),
  height: z.int(),
  /** A stencil has none: what it paints is 0, as black is in an image of one bit. */
  kind: z.int().default(ImageKind.GRAYSCALE_1BPP),
  data: z.instanceof(Uint8Array).or(z.instanceof(Uint8ClampedArray)),
})
type ImageData = z.infer<typeof ImageData>

const identity: Matrix = [1, 0, 0, 1, 0, 0]

const multiply = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

const readMatrix = (args: unknown): Matrix => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.isArray(args) || args instanceof Float32Array ? Array.from<number>(args) : []
  return [a, b, c, d, e, f]
}

/** Yields the images of a page with their positions from its lower left corner. */
export async function* readImages(page: PDFPageProxy): AsyncGenerator<PageImage> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const [originX = 0, originY = 0] = page.view
  const saved: Matrix[] = []
  let matrix: Matrix = [1, 0, 0, 1, -originX, -originY]
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index]
    if (operator === OPS.save) saved.push(matrix)
    else if (operator === OPS.restore) matrix = saved.pop() ?? identity
    else if (operator === OPS.transform) matrix = multiply(matrix, readMatrix(args))
    const id = Array.isArray(args) ? findImage(operator, args[0]) : null
    if (id !== null) {
      const image = ImageData.safeParse(await loadObject(page, id))
      const file = image.success ? toNetpbm(image.data) : null
      if (image.success && file) yield { width: image.data.width, height: image.data.height, matrix, file }
    }
  }
}

/** Returns the id of the image that an operator draws; null for other operators, and for stencils that are drawn by their data. */
function findImage(operator: number, arg: unknown): string | null {
  if (operator === OPS.paintImageXObject) return String(arg)
  if (operator !== OPS.paintImageMaskXObject) return null
  return Stencil.safeParse(arg).data?.data ?? null
}

/** Images are decoded after the list of what is drawn has been read. */
const loadObject = (page: PDFPageProxy, id: string) =>
  new Promise<unknown>((resolve) => {
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs
    objects.get(id, resolve)
  })

/** Returns the pixels with the header of a Netpbm file; null for what is too small or too large to read. */
function toNetpbm({ width, height, kind, data }: ImageData): Buffer | null {
  if (Math.min(width, height) < minSide || width * height > maxImagePixels) return null
  const header = (magic: string, maximum = '') => Buffer.from(`${magic}\n${width} ${height}\n${maximum}`)
  switch (kind) {
    case ImageKind.GRAYSCALE_1BPP:
      // Netpbm writes black as 1.
      return Buffer.concat([header('P4'), Buffer.from(data.map((byte) => ~byte & 0xff))])
    case ImageKind.RGB_24BPP:
      return Buffer.concat([header('P6', '255\n'), new Uint8Array(data)])
    case ImageKind.RGBA_32BPP: {
      const pixels = Buffer.alloc(width * height * 3)
      for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
        pixels[to] = data[from] ?? 0
        pixels[to + 1] = data[from + 1] ?? 0
        pixels[to + 2] = data[from + 2] ?? 0
      }
      return Buffer.concat([header('P6', '255\n'), pixels])
    }
    default:
      return null
  }
}
