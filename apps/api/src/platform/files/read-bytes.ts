type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Reads all of a stream; throws `createError()` when it has more than `maxBytes`, and ends the stream then. */
export async function readBytes(stream: Bytes, maxBytes: number, createError: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    // Leaving the loop ends the stream, and closes its connection.
    if (size > maxBytes) throw createError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
