// How a photograph is to be turned before it is looked at: cameras store the pixels as the sensor has them, and say so in EXIF.

/** EXIF 2.32, 4.6.4: 1 is upright, 3, 6 and 8 are turned by 180°, 90° and 270° clockwise; 2, 4, 5 and 7 are mirrored too. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const orientationTag = 0x0112
const shortType = 3
const exifPrefix = 'Exif\0\0'

const isOrientation = (value: number): value is Orientation => value >= 1 && value <= 8

/** The size of an image once it is upright. */
export const turnSize = ({ width, height }: { readonly width: number; readonly height: number }, orientation: Orientation) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** Reads the first directory of a TIFF; 1 for what is damaged or does not say. */
function readTiff(tiff: Buffer): Orientation {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const entries = Math.min(read16(directory), Math.floor((tiff.length - directory - 2) / 12))
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * 12
    if (read16(at) !== orientationTag || read16(at + 2) !== shortType) continue
    const value = read16(at + 8)
    return isOrientation(value) ? value : 1
  }
  return 1
}

function findInJpeg(bytes: Buffer): Buffer | null {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    // The pixels begin.
    if (marker === 0xda) return null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === exifPrefix) return bytes.subarray(at + 10, end)
    at = end
  }
  return null
}

function findInPng(bytes: Buffer): Buffer | null {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'eXIf') return bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
  }
  return null
}

/** Yields the chunks of a RIFF file, or of a part of one. */
export function* listChunks(
  bytes: Buffer,
  from = 12,
): Generator<{ readonly type: string; readonly start: number; readonly content: Buffer }> {
  for (let at = from; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4)
    yield { type: bytes.toString('latin1', at, at + 4), start: at, content: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
}

function findInWebp(bytes: Buffer): Buffer | null {
  const content = listChunks(bytes).find(({ type }) => type === 'EXIF')?.content ?? null
  return content?.toString('latin1', 0, 6) === exifPrefix ? content.subarray(6) : content
}

const finders: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'image/jpeg': findInJpeg,
  'image/png': findInPng,
  'image/webp': findInWebp,
}

/** Returns how a JPEG, PNG or WebP is to be turned, as browsers do. */
export function readOrientation(bytes: Buffer, mediaType: string): Orientation {
  const tiff = finders[mediaType]?.(bytes)
  return tiff ? readTiff(tiff) : 1
}
