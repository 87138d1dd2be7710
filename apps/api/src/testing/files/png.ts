import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A grey PNG; one that claims to be large has the pixels of a small one. */
export function createPng({ width, height }: { readonly width: number; readonly height: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey.
  header[8] = 8
  const rows = Math.min(height, 100)
  const pixels = Buffer.concat(Array.from({ length: rows }, () => Buffer.alloc(Math.min(width, 100) + 1, 0x80).fill(0, 0, 1)))
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}
