// A workbook of fabric tests as laboratories keep them: a title, a header of two rows with a merged cell, a row of units, decimal commas, and
// a mean below.
import { createXlsxOf } from '../../../apps/api/test/files/office.ts'

const fabricRows = 2_000
/** In the file: below a title, two rows of headers and one of units. */
const firstRow = 5
export const fabricRow = (number: number) => firstRow + number - 1

const fibers = ['Cotton', 'Wool', 'Polyester', 'Linen']
const comma = (value: number) => value.toFixed(1).replace('.', ',')

/** The cells of a row, from 1; those in `changes` by their column. */
function cellsOf(number: number, changes: Readonly<Record<number, string>> = {}): string[] {
  const cells = [
    `F-${String(number).padStart(4, '0')}`,
    fibers[number % fibers.length] ?? '',
    comma(700 + (number % 200) + 0.5),
    comma(500 + (number % 150) + 0.2),
    comma(120 + (number % 80) + 0.1),
    `2026-0${1 + (number % 9)}-${String(1 + (number % 28)).padStart(2, '0')}`,
  ]
  return cells.map((cell, index) => changes[index] ?? cell)
}

const letters = ['A', 'B', 'C', 'D', 'E', 'F']

/** Returns the workbook; `changes` are cells of rows by the number of the row and the index of the column. */
export function createFabricWorkbook(changes: Readonly<Record<number, Readonly<Record<number, string>>>> = {}): Promise<Buffer> {
  const head = [
    ['Fabric tests of 2026'],
    ['Sample', 'Fiber', 'Tenacity', '', 'Mass per area', 'Tested on'],
    ['', '', 'Warp', 'Weft', '', ''],
    ['', '', 'N', 'N', 'g/m²', ''],
  ]
  const rows = Array.from({ length: fabricRows }, (_, index) => cellsOf(index + 1, changes[index + 1]))
  const all = [...head, ...rows, ['Mean', '', comma(799.5), comma(574.2), comma(159.6), '']]
  const xml = all.map((cells, index) => {
    const filled = cells.flatMap((text, column) =>
      text === '' ? [] : [`<c r="${letters[column]}${index + 1}" t="inlineStr"><is><t>${text}</t></is></c>`],
    )
    return `<row r="${index + 1}">${filled.join('')}</row>`
  })
  return createXlsxOf([
    { name: 'Tests', rows: xml.join(''), behind: '<mergeCells count="1"><mergeCell ref="C2:D2"/></mergeCells>' },
    { name: 'Notes', rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>ISO 13934-1</t></is></c></row>', state: 'hidden' },
  ])
}
