// Reads a table that is a text, in any encoding and with any separator.
import { restoreFormula } from '../../../files/formula-text.ts'
import type { TableSettings } from '../../raw-table.ts'
import { divideTable } from '../text/csv.ts'
import { decodeFile } from '../text/decode-text.ts'
import { createLineBudget, createSheetLines, toRawText } from './sheet-lines.ts'

/** Returns the lines of the only sheet. Throws what `decodeFile` throws. */
export async function readTextTable(bytes: Buffer, { encoding, delimiter }: TableSettings): Promise<Iterable<Buffer>> {
  const decoded = decodeFile(bytes, encoding)
  const division = divideTable(decoded.text.replaceAll(/\r\n?/g, '\n'), delimiter)
  const lines = createSheetLines({ index: 0, name: '', isHidden: false }, createLineBudget())
  for (const [index, row] of division.rows.entries()) {
    if (!lines.isOpen()) break
    lines.addRow({ number: index + 1, isHidden: false, cells: row.map((cell) => restoreFormula(toRawText(cell) ?? '') || null) })
  }
  const text = { encoding: decoded.encoding, isCertain: decoded.isCertain, delimiter: division.delimiter, openQuotes: division.open.length }
  return [Buffer.from(`${JSON.stringify({ text })}\n`), ...lines.write()]
}
