import { useEffect, useEffectEvent } from 'react'
import type { GridRows } from './model/grid-rows.ts'

/** Returns the index of the first row with a number, or of the next, while rows are in the order of their numbers. */
async function findByNo(rows: GridRows, rowNo: number): Promise<number> {
  await rows.load(0, 0)
  let low = 0
  let high = rows.readTotal() ?? 0
  // Where no row was added in between or deleted, the first look is the last but one.
  for (let middle = Math.min(rowNo - 1, high - 1); low < high; middle = Math.floor((low + high) / 2)) {
    const [row] = await rows.load(middle, middle)
    if ((row?.rowNo ?? Infinity) >= rowNo) high = middle
    else low = middle + 1
  }
  return low
}

/** Calls `onFound` with the index of the row of a number, when the rows are there. */
export function useRowNo(rows: GridRows, rowNo: number | null, onFound: (index: number) => void) {
  const handleFound = useEffectEvent(onFound)
  useEffect(() => {
    if (rowNo === null) return
    let isCurrent = true
    // A failure is told by the reading of the rows that are shown.
    findByNo(rows, rowNo).then(
      (index) => isCurrent && handleFound(index),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [rows, rowNo])
}
