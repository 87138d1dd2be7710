import type { Cells } from '@heddle/contracts/dataset/cell'

/** Returns the text of a cell of an evaluation set; '' for an empty one. */
export const readCellText = (cells: Cells, column: string): string => {
  const value = cells[column]
  return typeof value === 'string' ? value : ''
}

/** Returns what a cell has one a line. */
export const readCellLines = (cells: Cells, column: string): string[] =>
  readCellText(cells, column)
    .split('\n')
    .filter((line) => line.trim() !== '')
