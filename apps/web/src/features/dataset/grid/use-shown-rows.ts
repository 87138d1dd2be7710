import { useEffect } from 'react'
import type { GridRows } from './model/grid-rows.ts'

/** So long the view has to rest: a scrollbar that is dragged passes many blocks. */
const restMs = 100

/** Loads the rows of the view, also when rows have another index. */
export function useShownRows(rows: GridRows, first: number, last: number) {
  const total = rows.readTotal()
  const generation = rows.readGeneration()
  useEffect(() => {
    const timer = setTimeout(() => rows.show(first, last), restMs)
    return () => clearTimeout(timer)
  }, [rows, first, last, total, generation])
}
