// Reads what another server answers, but not more of it than anybody needs.
import { readBytes } from '../../../platform/files/read-bytes.ts'

const maxResponseBytes = 64 * 1024

/** The body as bytes; throws when it is longer than any answer of a sign-in is. */
export async function readLimitedBody(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readBytes(answer.body ?? [], maxResponseBytes, () => new Error('The answer is too long')))
}
