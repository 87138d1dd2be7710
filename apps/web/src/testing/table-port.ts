// A table in memory behind the port of the grid, by the rules of the service: all cells of a call are saved or none.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { GridConflict, GridPort, GridRow } from '#features/dataset/grid/grid-port.ts'

const toOrder = ({ cells }: GridRow, column: string) => JSON.stringify(cells[column] ?? null)

/** Returns the port, and what other people do: `write` changes a cell, `calls` has the saves by their number of cells. */
export function createTablePort(cells: readonly Record<string, CellValue>[], { unique }: { unique?: DatasetColumn['id'] } = {}) {
  let lastId = 0
  /** Beside each cell the revision of the row that wrote it. */
  const written = new Map<string, number>()
  const createRow = (rowNo: number, values: Record<string, CellValue>): GridRow => {
    lastId += 1
    return { id: `row-${lastId}`, rowNo, revision: 1, cells: values }
  }
  let rows: GridRow[] = cells.map((values, at) => createRow(at + 1, values))
  const calls: number[] = []
  let failure: Error | null = null

  function write(id: string, values: Record<string, CellValue>): GridRow {
    const row = rows.find((each) => each.id === id)
    if (!row) throw new Error(`no row ${id}`)
    const next = { ...row, revision: row.revision + 1, cells: { ...row.cells, ...values } }
    for (const column of Object.keys(values)) written.set(`${id} ${column}`, next.revision)
    rows = rows.map((each) => (each.id === id ? next : each))
    return next
  }

  const port: GridPort = {
    loadRows: async (from, count, sort) => {
      const sorted = sort
        ? rows.toSorted(
            (one, other) => toOrder(one, sort.column).localeCompare(toOrder(other, sort.column)) * (sort.direction === 'asc' ? 1 : -1),
          )
        : rows
      return { rows: sorted.slice(from, from + count), total: rows.length }
    },
    saveCells: async (edits) => {
      if (failure) throw failure
      const conflicts = edits.flatMap(({ id, revision, cells: values }): GridConflict[] => {
        const row = rows.find((each) => each.id === id)
        if (!row) return []
        return Object.entries(values).flatMap(([column, given]) =>
          (written.get(`${id} ${column}`) ?? 0) > revision && given !== row.cells[column]
            ? [{ rowId: id, rowNo: row.rowNo, column, given, current: row.cells[column] ?? null, revision: row.revision }]
            : [],
        )
      })
      if (conflicts.length > 0) return { status: 'conflict', conflicts }
      const taken = edits.filter(
        ({ id, cells: values }) =>
          unique && values[unique] !== undefined && rows.some((row) => row.id !== id && row.cells[unique] === values[unique]),
      )
      if (unique && taken.length > 0) {
        return { status: 'invalid', faults: taken.map(({ id }) => ({ rowId: id, column: unique, reason: 'not_unique' })) }
      }
      calls.push(edits.reduce((sum, { cells: values }) => sum + Object.keys(values).length, 0))
      return { status: 'saved', rows: edits.map(({ id, cells: values }) => write(id, values)) }
    },
    insertRows: async (added) => {
      const created = added.map(({ rowNo, cells: values }) => createRow(rowNo ?? rows.length + 1, values))
      rows = [...rows, ...created].toSorted((one, other) => one.rowNo - other.rowNo)
      return created
    },
    deleteRows: async (ids) => {
      rows = rows.filter(({ id }) => !ids.includes(id))
    },
  }
  return {
    port,
    calls,
    write,
    readRows: () => rows.map(({ cells: values }) => values),
    fail: (error: Error | null) => {
      failure = error
    },
  }
}
