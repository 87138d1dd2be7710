import { useState } from 'react'

export type Selection<Row> = {
  selected: Row[]
  canSelect: (row: Row) => boolean
  isSelected: (row: Row) => boolean
  isAnySelectable: boolean
  isAllSelected: boolean
  toggle: (row: Row) => void
  toggleAll: () => void
  clear: () => void
}

/** Returns the selected rows among those on the screen; removed rows do not count. */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[],
  canSelect: (row: Row) => boolean = () => true,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selectable = rows.filter(canSelect)
  const selected = selectable.filter((row) => ids.has(row.id))

  return {
    selected,
    canSelect,
    isSelected: (row: Row) => ids.has(row.id) && canSelect(row),
    isAnySelectable: selectable.length > 0,
    isAllSelected: selectable.length > 0 && selected.length === selectable.length,
    toggle: (row: Row) => setIds(ids.has(row.id) ? new Set([...ids].filter((id) => id !== row.id)) : new Set([...ids, row.id])),
    toggleAll: () => setIds(selected.length === selectable.length ? new Set() : new Set(selectable.map((row) => row.id))),
    clear: () => setIds(new Set()),
  }
}
