// Images as a turned camera stores them: the pixels as its sensor has them, and in EXIF how they are to be turned.
import { encode } from 'jpeg-js'
import type { Orientation } from '../../src/platform/documents/child/ocr/orientation.ts'
import type { GreyImage } from './png.ts'

/** A TIFF whose only field is the orientation. */
export function createExif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write(order, 'latin1')
  const [write16, write32] =
    order === 'II'
      ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
      : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)]
  write16(42, 2)
  write32(8, 4)
  write16(1, 8)
  write16(0x0112, 10)
  write16(3, 12)
  write32(1, 14)
  write16(orientation, 18)
  return tiff
}

/** Returns the pixels that are stored of an upright image under an orientation. */
export function storeTurned({ width, height, pixels }: GreyImage, orientation: Orientation): GreyImage {
  const isSideways = orientation >= 5
  const stored = { width: isSideways ? height : width, height: isSideways ? width : height, pixels: Buffer.alloc(width * height) }
  // Where the stored rows and columns are in the upright image: EXIF 2.32, 4.6.4.
  const [isRightFirst, isBottomFirst] = [
    [2, 3, 6, 7],
    [3, 4, 7, 8],
  ].map((those) => those.includes(orientation))
  for (let row = 0; row < stored.height; row++)
    for (let column = 0; column < stored.width; column++) {
      const [x, y] = isSideways ? [row, column] : [column, row]
      const at = (isBottomFirst ? height - 1 - y : y) * width + (isRightFirst ? width - 1 - x : x)
      stored.pixels[row * stored.width + column] = pixels[at] ?? 0
    }
  return stored
}

/** Returns a JPEG of the pixels of an upright image as a turned camera stores them. */
export function createTurnedJpeg(upright: GreyImage, orientation: Orientation): Buffer {
  const { width, height, pixels } = storeTurned(upright, orientation)
  const data = Buffer.from(
    Uint8Array.from({ length: 4 * pixels.length }, (_, index) => (index % 4 === 3 ? 0xff : (pixels[index >> 2] ?? 0))),
  )
  const jpeg = encode({ width, height, data }, 90).data
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createExif(orientation, 'MM')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
