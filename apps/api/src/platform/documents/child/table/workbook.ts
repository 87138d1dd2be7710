// Reads the sheets of a workbook of Excel as tables: their cells by type, and what is merged and hidden.
import type { RawCell } from '@heddle/contracts/dataset/import'
import { createFindings } from '../findings.ts'
import { findRelationshipTargets, openOffice, type OfficePackage } from '../office/package.ts'
import { createNumberFormatter } from '../office/xlsx/numbers.ts'
import { isHiddenColumn, isHiddenRow, readArea } from '../office/xlsx/sheet.ts'
import { readSharedStrings } from '../office/xlsx/strings.ts'
import { readCellFormats } from '../office/xlsx/styles.ts'
import { type ListedSheet, readWorkbook } from '../office/xlsx/xlsx.ts'
import { childElements, type XmlElement } from '../office/xml.ts'
import type { RawRow, TableSettings } from '../../raw-table.ts'
import { createFormatMeanings } from './format-meaning.ts'
import { maxRawBytes } from './raw-limits.ts'
import { createLineBudget, createSheetLines, type LineBudget, type SheetLines } from './sheet-lines.ts'
import { readTypedCell, type TypedCell, type TypedCellContext } from './typed-cell.ts'

const wanted = new Set(['x:row', 'x:col', 'x:mergeCell'])
const ignored = new Set(
  'x:extLst x:conditionalFormatting x:dataValidations x:sheetViews x:customSheetViews x:hyperlinks x:ignoredErrors x:rPh x:phoneticPr'.split(
    ' ',
  ),
)

/** What Excel has at most; a cell beyond is none. */
const maxColumns = 16_384

/** A formula that reads another workbook: `[1]Sheet1!A1`. */
const external = /\[\d+\]/

type SheetContext = TypedCellContext & {
  /** Whether Excel calculates all formulas when it opens the file: noughts may then be what a program wrote instead of values. */
  readonly isCalculatedOnLoad: boolean
}

/** Collects rows while it is not known whether the noughts of their formulas are values. */
function createNoughts(lines: SheetLines) {
  const rows: { readonly row: RawRow; readonly noughts: ReadonlyMap<number, string> }[] = []
  let hasValues = false
  return {
    addRow(row: RawRow, cells: readonly TypedCell[]) {
      const noughts = new Map<number, string>()
      for (const [index, { value, formula }] of cells.entries()) {
        if (formula === undefined) continue
        if (value === 0) noughts.set(index, formula)
        else if (value !== null && typeof value !== 'object') hasValues = true
      }
      rows.push({ row, noughts })
    },
    end() {
      for (const { row, noughts } of rows) {
        const cells = hasValues
          ? row.cells
          : row.cells.map((cell, index) => (noughts.has(index) ? { formula: `=${noughts.get(index)}` } : cell))
        lines.addRow({ ...row, cells })
      }
    },
  }
}

async function readSheetRows(file: OfficePackage, part: string, lines: SheetLines, context: SheetContext) {
  const held = context.isCalculatedOnLoad ? createNoughts(lines) : null
  let lastRow = 0

  function readRow(element: XmlElement) {
    const told = Number(element.attributes['r'])
    const number = Number.isSafeInteger(told) && told > 0 ? told : lastRow + 1
    lastRow = number
    const typed: TypedCell[] = []
    let column = 0
    for (const cell of childElements(element)) {
      if (cell.name !== 'x:c') continue
      column = readArea(cell.attributes['r'])?.left ?? column + 1
      const read = readTypedCell(cell, context)
      if (read.isStruck) lines.counts.struckCount += 1
      if (read.formula !== undefined && external.test(read.formula)) lines.counts.externalCount += 1
      if (read.value === null || column > maxColumns) continue
      while (typed.length < column - 1) typed.push({ value: null })
      typed[column - 1] = read
    }
    const cells = typed.map(({ value }): RawCell => value)
    if (cells.length === 0) return
    const row = { number, isHidden: isHiddenRow(element.attributes), cells }
    if (held) held.addRow(row, typed)
    else lines.addRow(row)
  }

  for await (const element of file.readXml(part, { wanted, ignored })) {
    if (!lines.isOpen()) break
    const { name, attributes } = element
    if (name === 'x:row') readRow(element)
    else if (name === 'x:mergeCell') {
      const area = readArea(attributes['ref'])
      if (area && (area.top < area.bottom || area.left < area.right)) lines.addMerged(area)
    } else if (isHiddenColumn(attributes)) {
      for (let column = Number(attributes['min']); column <= Math.min(Number(attributes['max']), maxColumns); column += 1)
        lines.hiddenColumns.add(column)
    }
  }
  held?.end()
}

type Reading = {
  readonly file: OfficePackage
  readonly context: SheetContext
  readonly budget: LineBudget
  readonly chosen: number | undefined
}

async function* readSheets(sheets: readonly ListedSheet[], { file, context, budget, chosen }: Reading): AsyncGenerator<Buffer> {
  for (const [index, { name, part, isHidden }] of sheets.entries()) {
    const lines = createSheetLines({ index, name, isHidden }, budget)
    if (chosen !== undefined && chosen !== index) lines.close('not_chosen')
    else await readSheetRows(file, part, lines, context)
    yield* lines.write()
  }
}

/** Returns the lines of the sheets. Throws what `openOffice` throws, and `FILE_UNPACKS_TOO_LARGE` for more than `maxRawBytes`. */
export async function readWorkbookTables(bytes: Buffer, { sheet: chosen }: TableSettings): Promise<AsyncIterable<Buffer>> {
  const file = await openOffice(bytes, 'xlsx')
  const findings = createFindings()
  const relationships = await file.readRelationships(file.main)
  const workbook = await readWorkbook(file, (id) => relationships.get(id)?.target ?? '')
  const findPart = (type: string) => findRelationshipTargets(relationships, type)[0]
  const context: SheetContext = {
    findFormat: await readCellFormats(file, findPart('styles')),
    findMeaning: createFormatMeanings(),
    sharedStrings: await readSharedStrings(file, findPart('sharedStrings'), findings, maxRawBytes),
    formatNumber: createNumberFormatter(workbook.is1904),
    findings,
    isCalculatedOnLoad: workbook.isCalculatedOnLoad,
  }
  return readSheets(workbook.sheets, { file, context, budget: createLineBudget(), chosen })
}
