// Reads the file of a table into lines: its sheets with their rows.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { TableSettings } from '../../raw-table.ts'
import { DocumentRefusal } from '../refusal.ts'

const readers: Partial<
  Record<FileMediaType, (bytes: Buffer, settings: TableSettings) => Promise<AsyncIterable<Buffer> | Iterable<Buffer>>>
> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': async (bytes, settings) =>
    (await import('./workbook.ts')).readWorkbookTables(bytes, settings),
  'text/csv': async (bytes, settings) => (await import('./text-table.ts')).readTextTable(bytes, settings),
}

/** Yields the lines of `raw-table.ts`. What is wrong with the file is the last of them. */
export async function* readTable(bytes: Buffer, mediaType: FileMediaType, settings: TableSettings): AsyncGenerator<Buffer> {
  try {
    const read = readers[mediaType]
    if (!read) throw new DocumentRefusal('FILE_CONTENT_MISMATCH')
    yield* await read(bytes, settings)
    yield Buffer.from('{"end":true}\n')
  } catch (error) {
    yield Buffer.from(`${JSON.stringify({ refusal: error instanceof DocumentRefusal ? error.code : 'FILE_UNREADABLE' })}\n`)
  }
}
