// WebP of black and white, still or moving: lossless as VP8L has it (WebP lossless bitstream, 2023), a bit a pixel.
import type { GreyImage } from './png.ts'

/** Writes values of some bits, the lowest first. */
function createBitWriter(length: number) {
  const bytes = Buffer.alloc(Math.ceil(length / 8))
  let at = 0
  const write = (value: number, bits: number) => {
    for (let bit = 0; bit < bits; bit++, at++) if ((value >>> bit) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  }
  return { bytes, write }
}

function toChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function createBitstream({ width, height, pixels }: GreyImage): Buffer {
  const { bytes, write } = createBitWriter(120 + width * height)
  write(0x2f, 8)
  write(width - 1, 14)
  write(height - 1, 14)
  write(0, 4) // No alpha, version 0.
  write(0b101, 3) // A transform: red and blue are differences to green.
  write(0, 3) // No other transform, no cache of colors, one group of codes.
  write(0b111, 3) // Green: a simple code of two symbols of 8 bits, black and white.
  write(0xff_00, 16)
  write(0b0001, 4) // Red: always 0.
  write(0b0001, 4) // Blue.
  write(0b101, 3) // Alpha: always 255.
  write(0xff, 8)
  write(0b0001, 4) // Distance.
  for (const pixel of pixels) write(pixel < 0x80 ? 0 : 1, 1)
  return toChunk('VP8L', bytes)
}

const toFile = (...chunks: readonly Buffer[]) => toChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

export const createWebp = (image: GreyImage) => toFile(createBitstream(image))

/** Returns a WebP whose pictures, all as large as the first one, are shown one after the other (RFC 9649, 2.7.1). */
export function createAnimatedWebp(images: readonly GreyImage[]): Buffer {
  const [first] = images
  const size = Buffer.alloc(6)
  size.writeUIntLE((first?.width ?? 1) - 1, 0, 3)
  size.writeUIntLE((first?.height ?? 1) - 1, 3, 3)
  const [corner, duration] = [Buffer.alloc(6), Buffer.from([100, 0, 0, 0])]
  return toFile(
    toChunk('VP8X', Buffer.concat([Buffer.from([0x02, 0, 0, 0]), size])),
    toChunk('ANIM', Buffer.alloc(6)),
    ...images.map((image) => toChunk('ANMF', Buffer.concat([corner, size, duration, createBitstream(image)]))),
  )
}
