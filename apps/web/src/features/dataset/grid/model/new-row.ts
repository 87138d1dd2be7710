// Rows of the grid that the service has not seen.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { GridRow } from './grid-port.ts'

const prefix = 'new-'
let lastNew = 0

/** Returns a row with an id of the grid; without a number it comes last. */
export function createNewRow(cells: Cells, rowNo = -1): GridRow {
  lastNew += 1
  return { id: `${prefix}${lastNew}`, rowNo, revision: 0, cells }
}

export const isNew = (id: string): boolean => id.startsWith(prefix)
