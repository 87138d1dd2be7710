import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Eight bits of grey for each pixel, row by row. */
export type GreyImage = { readonly width: number; readonly height: number; readonly pixels: Buffer }

/** A grey PNG; without pixels, one that claims to be large has those of a small one. */
export function createPng({
  width,
  height,
  pixels,
  exif,
}: Omit<GreyImage, 'pixels'> & { readonly pixels?: Buffer; readonly exif?: Buffer }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  const rows = Array.from({ length: pixels ? height : Math.min(height, 100) }, (_, row) =>
    Buffer.concat([Buffer.alloc(1), pixels?.subarray(row * width, (row + 1) * width) ?? Buffer.alloc(Math.min(width, 100), 0x80)]),
  )
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  const told = exif ? [chunk('eXIf', exif)] : []
  return Buffer.concat([
    magic,
    chunk('IHDR', header),
    ...told,
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
