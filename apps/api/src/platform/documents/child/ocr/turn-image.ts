// Turns a PNG or WebP that was stored on its side, with the image library of Tesseract.
import loadCore from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import type { Orientation } from './orientation.ts'
import { DocumentRefusal } from '../refusal.ts'

/** What is decoded takes eight bytes a pixel while it is turned; and what the parent process takes of a file. */
const maxPixels = 16_000_000
const maxBytes = 16_000_000

/** Returns an upright PNG. Throws `FILE_IMAGE_TURNED` for an image that is too large to be turned. */
export async function turnImage(image: Uint8Array, pixels: number, orientation: Orientation): Promise<Buffer> {
  if (pixels > maxPixels) throw new DocumentRefusal('FILE_IMAGE_TURNED')
  const core = await loadCore({ TesseractProgress: () => {} })
  const api = new core.TessBaseAPI()
  api.InitForAnalysePage()
  core.FS.writeFile('/input', image)
  if (api.SetImageFile(orientation) !== 0) throw new DocumentRefusal('FILE_UNREADABLE')
  api.WriteImage(0)
  const upright = Buffer.from(core.FS.readFile('/image.png'))
  if (upright.length > maxBytes) throw new DocumentRefusal('FILE_IMAGE_TURNED')
  return upright
}
