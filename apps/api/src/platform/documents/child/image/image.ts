// Checks the type and the dimensions of an image by its header, without decoding it.
import { fileTypeFromBuffer } from 'file-type'
import { takeFirstFrame } from './animated-webp.ts'
import { createFindings } from '../findings.ts'
import { readOrientation, turnSize } from '../ocr/orientation.ts'
import type { Recognizer } from '../ocr/recognizer.ts'
import type { ReadPart } from '../read-part.ts'
import { DocumentRefusal } from '../refusal.ts'

type Size = { readonly width: number; readonly height: number }

/** The largest cameras' photographs; a decoded pixel takes four bytes. */
const maxPixels = 100_000_000
const maxSide = 20_000

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

function readPngSize(bytes: Buffer): Size | null {
  if (text(bytes, 12, 16) !== 'IHDR' || !bytes.subarray(-64).includes('IEND')) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Start of frame: C0 to CF, except the tables (C4, CC) and the reserved C8. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Also tells the samples of all its components, of which those of colors may be fewer than the pixels. */
export function readJpegSize(bytes: Buffer): (Size & { readonly samples: number }) | null {
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]))
  let at = 2
  while (at + 9 < end) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) {
      const [width, height] = [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      const factors = Array.from({ length: bytes[at + 9] ?? 0 }, (_, index) => bytes[at + 11 + 3 * index] ?? 0x11)
      const areas = factors.map((factor) => (factor >> 4) * (factor & 0x0f))
      const samples = (width * height * areas.reduce((sum, area) => sum + area, 0)) / Math.max(...areas, 1)
      return { width, height, samples }
    }
    // A marker may be preceded by any number of FF.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function readWebpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return null
  switch (text(bytes, 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

const sizeReaders: Readonly<Record<string, (bytes: Buffer) => Size | null>> = {
  'image/png': readPngSize,
  'image/jpeg': readJpegSize,
  'image/webp': readWebpSize,
}

/** What telephones name `.jpg` too, and no browser shows. */
const heicTypes = new Set<string>(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])

/** Returns an image that does not move, with how it is to be turned, and how many pictures come after it. */
export function takeStill(bytes: Buffer, mediaType: string) {
  const frame = mediaType === 'image/webp' ? takeFirstFrame(bytes) : null
  const size = frame?.size ?? sizeReaders[mediaType]?.(bytes) ?? { width: 0, height: 0 }
  return { file: frame?.file ?? bytes, size, others: frame?.others ?? 0, orientation: readOrientation(bytes, mediaType) }
}

/** Returns no page; with a recognizer one with the words of the image, as it is shown: upright. */
export async function readImage(bytes: Buffer, mediaType: string, recognizer: Recognizer | null): Promise<ReadPart> {
  const found = await fileTypeFromBuffer(bytes)
  if (found && heicTypes.has(found.mime)) throw new DocumentRefusal('FILE_IS_HEIC')
  if (found?.mime !== mediaType && !(found?.mime === 'image/apng' && mediaType === 'image/png'))
    throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
  const size = sizeReaders[mediaType]?.(bytes)
  if (!size || size.width === 0 || size.height === 0) throw new DocumentRefusal('FILE_UNREADABLE')
  if (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide)
    throw new DocumentRefusal('FILE_UNPACKS_TOO_LARGE')
  if (!recognizer) return { isPaged: false, pages: [], findBlocks: () => [] }
  const { createHeadingOutline: createOutline } = await import('../pdf/heading-levels.ts')
  const { layOut } = await import('../pdf/lay-out.ts')
  const { placeWords } = await import('../pdf/recognized-runs.ts')
  const findings = createFindings()
  const { file, size: stored, others, orientation } = takeStill(bytes, mediaType)
  if (others > 0) findings.add('cut', {}, others)
  const { width, height } = turnSize(stored, orientation)
  const { words, isUncertain } = recognizer.recognize(file, orientation)
  if (isUncertain) findings.add('recognition_uncertain', { page: 1 })
  const runs = placeWords(words, { width, height, matrix: [width, 0, 0, height, 0, 0] })
  const laidOut = layOut(
    [{ runs, comments: [], width, height, verdict: runs.length > 0 ? 'text' : 'scanned' }],
    () => false,
    createOutline([]),
  )
  return { isPaged: false, ...laidOut, findings: findings.list() }
}
