// Reads a workbook that Heddle wrote: its cells by their type, which its text does not tell.
import { openOffice } from '../../src/platform/documents/child/office/package.ts'
import { childElements, findChild, textContent } from '../../src/platform/documents/child/office/xml.ts'

/** Returns the rows of a sheet, the first unless given. A formula is an error: none is written. */
export async function readXlsxValues(bytes: Buffer, sheet = 1): Promise<(string | number)[][]> {
  const file = await openOffice(bytes, 'xlsx')
  const rows: (string | number)[][] = []
  for await (const row of file.readXml(`xl/worksheets/sheet${sheet}.xml`, { wanted: new Set(['x:row']) })) {
    rows.push(
      childElements(row).map((cell) => {
        if (findChild(cell, 'x:f')) throw new Error(`A formula at ${cell.attributes['r']}.`)
        return cell.attributes['t'] === undefined ? Number(textContent(cell)) : textContent(cell)
      }),
    )
  }
  return rows
}
