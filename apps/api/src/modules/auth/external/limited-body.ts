// Reads what another server answers, but not more of it than anybody needs.
const maxResponseBytes = 64 * 1024

/** The body as bytes; throws when it is longer than any answer of a sign-in is. */
export async function readLimitedBody(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > maxResponseBytes) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
