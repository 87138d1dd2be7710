// Excel files: archives that are checked before a library is loaded to open them.
import { cleanText } from './clean-text.ts'
import { openOffice } from './office/package.ts'
import { createPageWriter } from './page-writer.ts'
import type { ReadPart } from './read-part.ts'
import { writeTable } from './table.ts'

/** Counts what the library unpacks, as it has no limit of its own. */
async function vetWorkbook(bytes: Buffer) {
  const file = await openOffice(bytes, 'xlsx')
  for (const name of file.names) if (/\.(?:xml|rels)$/.test(name)) await file.measure(name)
}

const midnight = /T00:00:00\.000Z$/

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(midnight, '')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export async function readXlsx(bytes: Buffer): Promise<ReadPart> {
  await vetWorkbook(bytes)
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(bytes)
  const writer = createPageWriter()
  for (const { sheet, data } of sheets) {
    writer.startPage(cleanText(sheet))
    const rows = data.map((row) => row.map(formatCell))
    // The passages of one sheet among several name it.
    if (sheets.length > 1 && rows.some((row) => row.some((value) => value.trim() !== ''))) {
      writer.addBeside({ kind: 'heading', level: 1, text: sheet })
    }
    writeTable(writer, rows)
  }
  return writer.end(false)
}
