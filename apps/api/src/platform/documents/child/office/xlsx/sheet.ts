// Reads a sheet in a stream: its cells that show something, and what it says of them: which are merged, which are hidden.
import { limits } from '@heddle/contracts/limits'
import { DocumentRefusal } from '../../refusal.ts'
import type { OfficePackage } from '../package.ts'
import { childElements, textContent, type XmlElement } from '../xml.ts'
import { type CellContext, readCell } from './cells.ts'
import { isOn } from './styles.ts'

/** Rows and columns count from 1. */
export type SheetCell = { readonly column: number; text: string }
export type SheetRow = { readonly number: number; readonly cells: SheetCell[] }

/** From the first row and column to the last, these included. */
export type Area = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number }

export type Sheet = {
  /** Those that show something, in their order. */
  readonly rows: SheetRow[]
  readonly merged: readonly Area[]
}

const columnBase = 26
const letterBefore = 64

export const columnName = (column: number): string =>
  column > columnBase
    ? columnName(Math.floor((column - 1) / columnBase)) + columnName(((column - 1) % columnBase) + 1)
    : String.fromCodePoint(letterBefore + column)

const readColumn = (letters: string): number => {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * columnBase + (letter.codePointAt(0) ?? 0) - letterBefore
  return column
}

/** Returns the area of a reference, `A1:C4` or `A1`. */
export function readArea(reference: string | undefined): Area | undefined {
  const [, left, top, right = left, bottom = top] = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/i.exec(reference ?? '') ?? []
  if (left === undefined || right === undefined) return undefined
  return { left: readColumn(left), top: Number(top), right: readColumn(right), bottom: Number(bottom) }
}

/** The characters of the frame of a cell in a table, at least. */
const frameCharacters = 2

const wanted = new Set(['x:row', 'x:col', 'x:mergeCell', 'x:headerFooter'])
const ignored = new Set(
  'x:extLst x:conditionalFormatting x:dataValidations x:sheetViews x:customSheetViews x:hyperlinks x:ignoredErrors x:rPh x:phoneticPr'.split(
    ' ',
  ),
)

export const isHiddenRow = ({ hidden, ht }: XmlElement['attributes']) => isOn(hidden) || Number(ht ?? 1) === 0
export const isHiddenColumn = ({ hidden, width }: XmlElement['attributes']) => isOn(hidden) || Number(width ?? 1) === 0

/** The words of headers and footers, without the codes of numbers and fonts. */
const readHeaders = (element: XmlElement) =>
  textContent(element)
    .replaceAll(/&(?:"[^"]*"|\[[^\]]*\]|K[\dA-F]{6}|K\d\d[+-]\d{3}|\d+|[A-Z&])/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What programs write beside the number of a page. */
const pageNumber = /^\P{L}*(?:page|trang|หน้า|ページ|第|頁|页)?\P{L}*(?:of|页|頁)?\P{L}*$/iu
const isPageNumber = (words: string) => words.length < 40 && pageNumber.test(words)

type SheetContext = CellContext & {
  readonly page: number
  /** Whether Excel calculates all formulas when it opens the file: noughts may then be what a program wrote instead of values. */
  readonly isCalculatedOnLoad: boolean
}

type Formula = { readonly cell: SheetCell; readonly formula: string; readonly at: string }

/** Reads a sheet. Throws `FILE_TOO_MANY_PAGES` where it shows more text than a file may have. */
export async function readSheet(file: OfficePackage, part: string, context: SheetContext): Promise<Sheet> {
  const { findings, page, isCalculatedOnLoad } = context
  const rows: SheetRow[] = []
  const merged: Area[] = []
  const hiddenColumns: Area[] = []
  /** Formulas of the value 0, if there are others too. */
  const noughts: Formula[] = []
  let hasOtherFormulas = false
  let characters = 0
  let lastRow = 0

  function readRow(element: XmlElement) {
    const number = Number(element.attributes['r']) || lastRow + 1
    lastRow = number
    const row: SheetRow = { number, cells: [] }
    let column = 0
    for (const cell of childElements(element)) {
      if (cell.name !== 'x:c') continue
      column = readArea(cell.attributes['r'])?.left ?? column + 1
      const at = `${columnName(column)}${number}`
      const { text, formula } = readCell(cell, context, { page, at })
      if (text.trim() === '') continue
      const shown: SheetCell = { column, text }
      row.cells.push(shown)
      characters += text.length + frameCharacters
      if (formula !== undefined) noughts.push({ cell: shown, formula, at })
      else if (isCalculatedOnLoad && cell.children.some((child) => typeof child === 'object' && child.name === 'x:f'))
        hasOtherFormulas = true
    }
    if (row.cells.length === 0) return
    if (characters > limits.fileTextCharacters) throw new DocumentRefusal('FILE_TOO_MANY_PAGES')
    rows.push(row)
    if (isHiddenRow(element.attributes)) findings.add('hidden', { page, at: String(number) })
  }

  for await (const element of file.readXml(part, { wanted, ignored })) {
    const { name, attributes } = element
    if (name === 'x:row') readRow(element)
    else if (name === 'x:mergeCell') {
      const area = readArea(attributes['ref'])
      if (area) merged.push(area)
    } else if (name === 'x:headerFooter') {
      const words = readHeaders(element)
      if (/\p{L}/u.test(words) && !isPageNumber(words)) findings.add('headers', { page, at: words })
    } else if (isHiddenColumn(attributes)) {
      hiddenColumns.push({ left: Number(attributes['min']), right: Number(attributes['max']), top: 0, bottom: 0 })
    }
  }

  if (isCalculatedOnLoad && !hasOtherFormulas) {
    for (const { cell, formula, at } of noughts) {
      cell.text = formula
      findings.add('formulas_uncalculated', { page, at })
    }
  }
  findHiddenColumns()
  return { rows: inOrder(rows), merged }

  function findHiddenColumns() {
    if (hiddenColumns.length === 0) return
    const used = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))
    const hidden = [...used].filter((column) => hiddenColumns.some(({ left, right }) => left <= column && column <= right))
    for (const column of hidden.toSorted((a, b) => a - b)) findings.add('hidden', { page, at: columnName(column) })
  }
}

/** Rows and cells may be in any order. */
function inOrder(rows: SheetRow[]): SheetRow[] {
  for (const { cells } of rows) {
    if (cells.some(({ column }, index) => column < (cells[index - 1]?.column ?? 0))) cells.sort((a, b) => a.column - b.column)
  }
  const isSorted = rows.every(({ number }, index) => number >= (rows[index - 1]?.number ?? 0))
  return isSorted ? rows : rows.toSorted((a, b) => a.number - b.number)
}
