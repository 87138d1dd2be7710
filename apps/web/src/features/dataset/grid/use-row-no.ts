import { useEffect, useEffectEvent } from 'react'
import type { GridRows } from './grid-rows.ts'

/** Calls `onFound` with the index of the row of a number, when the rows are there. */
export function useRowNo(rows: GridRows, rowNo: number | null, onFound: (index: number) => void) {
  const handleFound = useEffectEvent(onFound)
  useEffect(() => {
    if (rowNo === null) return
    let isCurrent = true
    // A failure is told by the reading of the rows that are shown.
    rows.findByNo(rowNo).then(
      (index) => isCurrent && handleFound(index),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [rows, rowNo])
}
