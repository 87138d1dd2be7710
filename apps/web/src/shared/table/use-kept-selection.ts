import { useState } from 'react'
import type { Selection } from './use-selection.ts'

/** Returns a selection that is kept while other pages and filters are shown, of at most `max` rows. */
export function useKeptSelection<Row extends { id: string }>(rows: readonly Row[], max: number): Selection<Row> {
  const [kept, setKept] = useState<ReadonlyMap<string, Row>>(new Map())
  const shown = new Map(rows.map((row) => [row.id, row]))
  const free = rows.filter(({ id }) => !kept.has(id)).slice(0, max - kept.size)
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => kept.has(id))

  return {
    // As they are now, where they are shown.
    selected: [...kept.values()].map((row) => shown.get(row.id) ?? row),
    canSelect: ({ id }) => kept.has(id) || kept.size < max,
    isSelected: ({ id }) => kept.has(id),
    isAnySelectable: rows.length > 0,
    isAllSelected,
    toggle: (row) => setKept(new Map(kept.has(row.id) ? [...kept].filter(([id]) => id !== row.id) : [...kept, [row.id, row]])),
    toggleAll: () =>
      setKept(
        new Map(
          isAllSelected || free.length === 0
            ? [...kept].filter(([id]) => !shown.has(id))
            : [...kept, ...free.map((row) => [row.id, row] as const)],
        ),
      ),
    clear: () => setKept(new Map()),
  }
}
