import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Unpacks a body by its `content-encoding`; null where one is unknown. Who reads the stream bounds its size. */
export function decodeBody(body: Readable, encodings: string): Readable | null {
  const names = encodings.split(',').map((name) => name.trim().toLowerCase())
  const packed = names.filter((name) => name !== '' && name !== 'identity')
  if (!packed.every((name) => Object.hasOwn(decoders, name))) return null
  return packed.reduceRight<Readable>((stream, name) => {
    const decoder = decoders[name]?.()
    // A failure of one destroys the other; the reader is told by its own stream.
    return decoder ? pipeline(stream, decoder, () => undefined) : stream
  }, body)
}
