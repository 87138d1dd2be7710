// Tables of a document: cells in their columns, with the text of everything in them.
import { type SpannedCell, spreadCells } from '../../merged-cells.ts'
import { childElements, findChild, readValue, type XmlElement } from '../xml.ts'

/** Wrappers between a table, its rows and its cells: controls, custom XML, changes. */
function listParts(element: XmlElement, name: 'w:tr' | 'w:tc'): XmlElement[] {
  return childElements(element).flatMap((child) => {
    if (child.name === name) return [child]
    return /^w:(?:tbl|sdt|sdtContent|customXml|ins|moveTo|smartTag)$/.test(child.name) && child.name !== 'w:tbl'
      ? listParts(child, name)
      : []
  })
}

const isDeleted = (row: XmlElement) => findChild(findChild(row, 'w:trPr'), 'w:del') !== undefined

const readCount = (properties: XmlElement | undefined, name: string): number => {
  const value = Number(readValue(properties, name) ?? 0)
  return Number.isInteger(value) && value > 0 ? value : 0
}

type Cell = SpannedCell & { rows: number }

/** Returns the rows of a table. `readCell` returns the text of a cell, and is called in their order. */
export function readWordTable(table: XmlElement, readCell: (cell: XmlElement) => string): string[][] {
  /** The cell that goes on below, by the column in which it begins. */
  let above = new Map<number, Cell>()
  const rows = listParts(table, 'w:tr')
    .filter((row) => !isDeleted(row))
    .map((row) => {
      const cells: Cell[] = []
      const merged = new Map<number, Cell>()
      const skipped = readCount(findChild(row, 'w:trPr'), 'w:gridBefore')
      if (skipped > 0) cells.push({ text: '', columns: skipped, rows: 1 })
      let column = skipped
      for (const element of listParts(row, 'w:tc')) {
        const properties = findChild(element, 'w:tcPr')
        const text = readCell(element)
        const columns = Math.max(readCount(properties, 'w:gridSpan'), 1)
        const merge = findChild(properties, 'w:vMerge')
        const origin = merge && merge.attributes['w:val'] !== 'restart' ? above.get(column) : undefined
        const last = cells.at(-1)
        if (origin) {
          // The browser's way of counting: a cell of several rows is not repeated in those below it.
          origin.rows += 1
          merged.set(column, origin)
        } else if (findChild(properties, 'w:hMerge') && readValue(properties, 'w:hMerge') !== 'restart' && last) {
          cells[cells.length - 1] = { ...last, columns: (last.columns ?? 1) + columns }
        } else {
          const cell: Cell = { text, columns, rows: 1 }
          cells.push(cell)
          if (merge) merged.set(column, cell)
        }
        column += columns
      }
      above = merged
      return cells
    })
  return spreadCells(rows)
}

/** Whether a table only frames what is in it: a single column with more than one paragraph or with a table. */
export function isFrame(table: XmlElement): boolean {
  const rows = listParts(table, 'w:tr').map((row) => listParts(row, 'w:tc'))
  if (rows.some((cells) => cells.length > 1)) return false
  return rows.flat().some((cell) => {
    const blocks = childElements(cell).filter(({ name, children }) => name === 'w:tbl' || (name === 'w:p' && children.length > 0))
    return blocks.length > 1 || blocks.some(({ name }) => name === 'w:tbl')
  })
}

export const listCells = (table: XmlElement) =>
  listParts(table, 'w:tr')
    .filter((row) => !isDeleted(row))
    .flatMap((row) => listParts(row, 'w:tc'))
