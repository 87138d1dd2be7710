// The parts of a table's file, read in this process: what `readTableFile` yields of the confined one.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { readTable as writeLines } from '../../src/platform/documents/child/table/read-table.ts'
import { parseTableLine, type TablePart } from '../../src/platform/documents/table-reader.ts'
import type { TableSettings } from '../../src/platform/documents/raw-table.ts'

/** Yields the parts of a file. Throws the code of what is wrong with it. */
export async function* readTable(bytes: Buffer, mediaType: FileMediaType, settings: TableSettings = {}): AsyncGenerator<TablePart> {
  for await (const chunk of writeLines(bytes, mediaType, settings)) {
    for (const line of chunk.toString().split('\n')) {
      const part = line === '' ? 'end' : parseTableLine(line)
      if (part !== 'end') yield part
    }
  }
}
