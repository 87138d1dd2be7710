// Turns the pixels of a JPEG that a camera has stored on its side: model servers look at them as they are stored.
import { encode } from 'jpeg-js'
import { JpegImage } from 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs'
import { readJpegSize } from './image.ts'
import { type Orientation, readOrientation, turnSize } from '../ocr/orientation.ts'
import { DocumentRefusal } from '../refusal.ts'

/** What is decoded takes two bytes a sample: more than this is beyond the memory of the process. */
const maxSamples = 120_000_000
/** More than models look at. */
const maxPixels = 6_000_000
const quality = 92

/** Returns an upright JPEG, which may be smaller and has no EXIF. Throws `FILE_IMAGE_TURNED` for one that is too large to be turned. */
export function turnJpeg(bytes: Buffer): Buffer {
  const orientation = readOrientation(bytes, 'image/jpeg')
  const size = readJpegSize(bytes)
  if (!size || size.samples > maxSamples) throw new DocumentRefusal('FILE_IMAGE_TURNED')
  const image = new JpegImage()
  image.parse(new Uint8Array(bytes))
  const scale = Math.min(1, Math.sqrt(maxPixels / (image.width * image.height)))
  const stored = { width: Math.max(1, Math.floor(image.width * scale)), height: Math.max(1, Math.floor(image.height * scale)) }
  const pixels = image.getData({ ...stored, forceRGBA: true })
  return encode({ ...turnSize(stored, orientation), data: turnPixels(pixels, stored, orientation) }, quality).data
}

type Size = { readonly width: number; readonly height: number }

function turnPixels(data: Uint8ClampedArray, stored: Size, orientation: Orientation): Buffer {
  const source = new Uint32Array(data.buffer, data.byteOffset, stored.width * stored.height)
  const target = new Uint32Array(source.length)
  const { width, height } = turnSize(stored, orientation)
  const isSideways = orientation >= 5
  // Where the first stored row and column are in the upright image: EXIF 2.32, 4.6.4.
  const isRightFirst = [2, 3, 6, 7].includes(orientation)
  const isBottomFirst = [3, 4, 7, 8].includes(orientation)
  for (let y = 0; y < height; y++) {
    const down = isBottomFirst ? height - 1 - y : y
    for (let x = 0; x < width; x++) {
      const across = isRightFirst ? width - 1 - x : x
      const [row, column] = isSideways ? [across, down] : [down, across]
      target[y * width + x] = source[row * stored.width + column] ?? 0
    }
  }
  return Buffer.from(target.buffer)
}
