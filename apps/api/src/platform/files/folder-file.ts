import { open } from 'node:fs/promises'
import type { ReadStream } from 'node:fs'

/** Opens a file that may be removed from its folder from then on: its bytes are kept until the stream closes. */
export async function openFolderFile(path: string): Promise<ReadStream> {
  const handle = await open(path)
  return handle.createReadStream()
}
