import { useState } from 'react'
import type { GridPosition } from './model/grid-position.ts'

/** Returns the current cell, where a selection began, and the head, where it goes. */
export function useGridSelection() {
  const [{ current, head }, setSelection] = useState<{ current: GridPosition; head: GridPosition }>(() => {
    const first = { row: 0, column: 0 }
    return { current: first, head: first }
  })
  return {
    current,
    head,
    moveTo: (position: GridPosition) => setSelection({ current: position, head: position }),
    /** The current cell stays where it is. */
    extendTo: (position: GridPosition) => setSelection((before) => ({ ...before, head: { ...position, row: Math.max(0, position.row) } })),
    selectRow: (row: number, lastColumn: number) => setSelection({ current: { row, column: 0 }, head: { row, column: lastColumn } }),
  }
}
