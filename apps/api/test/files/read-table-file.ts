import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { readTableFile } from '../../src/platform/documents/table-reader.ts'

/** Reads the file of a table in the confined process, as an import does, and returns how many rows it has. */
export async function countTableRows(path: string, mediaType: FileMediaType): Promise<number> {
  let count = 0
  for await (const part of readTableFile({ path, mediaType }, new AbortController().signal)) if (part.kind === 'row') count += 1
  return count
}
