// Writes a workbook while the rows of its sheets are read, one after the other (ECMA-376, part 1, section 18): a number is a numeric cell,
// anything else a text in place, so that neither shared strings nor a sheet are in memory. The libraries that write XLSX build it in memory.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`

/** Returns the parts of the package that tell which sheets there are. */
function createParts(names: readonly string[]): Readonly<Record<string, string>> {
  const write = (toElement: (name: string, index: number) => string) => names.map(toElement).join('')
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${write((_, index) => `<Override PartName="/xl/${sheetPath(index)}" ContentType="${spreadsheet}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documentRelations}"><sheets>${write((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${write((_, index) => `<Relationship Id="rId${index + 1}" Type="${documentRelations}/worksheet" Target="${sheetPath(index)}"/>`)}</Relationships>`,
  }
}

/** The most characters that Excel reads of a cell. */
export const maxCellLength = 32_767

/** What XML 1.0 cannot hold, escaped or not. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function writeCell(address: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
  const text = (typeof value === 'string' ? value : JSON.stringify(value))
    .slice(0, maxCellLength)
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>]/g, (character) => escapes[character] ?? '')
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** A for 0, AA for 26. */
function toLetters(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : toLetters(Math.floor(column / 26) - 1) + last
}

const writeRow = (number: number, cells: readonly unknown[]) =>
  `<row r="${number}">${cells.map((value, column) => writeCell(`${toLetters(column)}${number}`, value)).join('')}</row>`

export type Sheet = {
  /** At most 31 Latin letters and digits, another one for each sheet. */
  readonly name: string
  readonly columns: readonly string[]
  /** The first row. */
  readonly headers: readonly string[]
  readonly records: AsyncIterable<Readonly<Record<string, unknown>>>
}

async function* writeSheet({ columns, headers, records }: Sheet): AsyncGenerator<string> {
  let number = 1
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>${writeRow(number, headers)}`
  for await (const record of records) {
    number += 1
    const cells = columns.map((column) => record[column])
    yield writeRow(number, cells)
  }
  yield '</sheetData></worksheet>'
}

/** Yields the bytes of a workbook. The rows of a sheet are read once those of the sheet before it are written. */
export async function* writeXlsx(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const { outputStream: content } = zip
  const begun: Readable[] = []
  function beginSheet(sheet: Sheet) {
    const stream = Readable.from(writeSheet(sheet), { objectMode: false })
    stream.once('error', (error) => content.destroy(error))
    begun.push(stream)
    return stream
  }
  for (const [path, text] of Object.entries(createParts(sheets.map(({ name }) => name))))
    zip.addBuffer(Buffer.from(declaration + text), path)
  for (const [index, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/${sheetPath(index)}`, {}, (callback) => callback(null, beginSheet(sheet)))
  zip.end()
  try {
    yield* content
  } finally {
    for (const stream of begun) stream.destroy()
  }
}
