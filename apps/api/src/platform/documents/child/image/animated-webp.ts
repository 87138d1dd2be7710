// The first picture of an animated WebP as a file of its own: the recognizer opens none that move.
import { listChunks } from '../ocr/orientation.ts'

/** Of an ANMF chunk: where its frame is and how large, then the chunks of a still image (WebP container, RFC 9649, 2.7.1.1). */
const frameHeader = 16

const hasAlphaFlag = 0x10

type FirstFrame = {
  readonly file: Buffer
  readonly size: { readonly width: number; readonly height: number }
  /** Frames that come after it. */
  readonly others: number
}

function toChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Returns null for a WebP that does not move. */
export function takeFirstFrame(bytes: Buffer): FirstFrame | null {
  const frames = [...listChunks(bytes)].filter(({ type, content }) => type === 'ANMF' && content.length > frameHeader)
  const [first] = frames
  if (!first) return null
  const { content } = first
  const extended = Buffer.alloc(10)
  extended[0] = hasAlphaFlag
  // The width and the height, each less one.
  content.copy(extended, 4, 6, 12)
  const body = Buffer.concat([Buffer.from('WEBP'), toChunk('VP8X', extended), content.subarray(frameHeader)])
  const size = { width: content.readUIntLE(6, 3) + 1, height: content.readUIntLE(9, 3) + 1 }
  return { file: toChunk('RIFF', body), size, others: frames.length - 1 }
}
