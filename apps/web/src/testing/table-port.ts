// A table in memory behind the port of the grid, by the rules of the service: all of a step is saved or nothing.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { GridConflict, GridPort, GridRow, SavedStep } from '#features/dataset/grid/model/grid-port.ts'

const toOrder = ({ cells }: GridRow, column: string) => JSON.stringify(cells[column] ?? null)

/** Returns the port, and what other people do: `write` changes a cell, `calls` has the saves by their number of cells. */
export function createTablePort(cells: readonly Record<string, CellValue>[]) {
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
  let removedColumn: string | null = null

  const indexRows = () => new Map(rows.map((row) => [row.id, row]))

  function writeRows(edits: readonly Pick<SavedStep['rows'][number], 'id' | 'cells'>[]): GridRow[] {
    const byId = indexRows()
    const edited = edits.map(({ id, cells: values }) => {
      const row = byId.get(id)
      if (!row) throw new Error(`no row ${id}`)
      const next = { ...row, revision: row.revision + 1, cells: { ...row.cells, ...values } }
      for (const column of Object.keys(values)) written.set(`${id} ${column}`, next.revision)
      byId.set(id, next)
      return next
    })
    rows = rows.map((row) => byId.get(row.id) ?? row)
    return edited
  }

  function findConflicts(edits: SavedStep['rows']): GridConflict[] {
    const byId = indexRows()
    return edits.flatMap(({ id, revision, cells: values }) => {
      const row = byId.get(id)
      if (!row) return []
      return Object.entries(values).flatMap(([column, given]) =>
        (written.get(`${id} ${column}`) ?? 0) > revision && given !== row.cells[column]
          ? [{ rowId: id, rowNo: row.rowNo, column, given, current: row.cells[column] ?? null, revision: row.revision }]
          : [],
      )
    })
  }

  /** The cells that were written since a revision. */
  const pickWritten = (row: GridRow, since: number): GridRow => ({
    ...row,
    cells: Object.fromEntries(Object.entries(row.cells).filter(([column]) => (written.get(`${row.id} ${column}`) ?? 0) > since)),
  })

  const port: GridPort & { saveStep: NonNullable<GridPort['saveStep']> } = {
    loadRows: async (from, count, { sort }) => {
      const sorted = sort
        ? rows.toSorted(
            (one, other) => toOrder(one, sort.column).localeCompare(toOrder(other, sort.column)) * (sort.direction === 'asc' ? 1 : -1),
          )
        : rows
      return { rows: sorted.slice(from, from + count), ...(from === 0 && { total: rows.length }) }
    },
    saveStep: async ({ rows: edits, added, removed }) => {
      if (failure) throw failure
      const known = indexRows()
      const rowIds = edits.map(({ id }) => id).filter((id) => !known.has(id))
      if (rowIds.length > 0) return { status: 'gone', rowIds, error: new Error('A row is gone') }
      const conflicts = findConflicts(edits)
      if (conflicts.length > 0) return { status: 'conflict', conflicts }
      const unknown = edits.filter(({ cells: values }) => removedColumn !== null && values[removedColumn] !== undefined)
      if (removedColumn !== null && unknown.length > 0) {
        const column = removedColumn
        return { status: 'invalid', faults: unknown.map(({ id }) => ({ rowId: id, column, reason: 'unknown_column' })) }
      }
      if (edits.length > 0) calls.push(edits.reduce((sum, { cells: values }) => sum + Object.keys(values).length, 0))
      const edited = writeRows(edits).map((row, at) => pickWritten(row, edits[at]!.revision))
      rows = rows.filter(({ id }) => !removed.includes(id))
      const created = added.map(({ rowNo, cells: values }) => createRow(rowNo ?? rows.length + 1, values))
      rows = [...rows, ...created].toSorted((one, other) => one.rowNo - other.rowNo)
      return { status: 'saved', rows: edited, added: created }
    },
  }
  return {
    port,
    calls,
    write: (id: string, values: Record<string, CellValue>) => writeRows([{ id, cells: values }]),
    readRows: () => rows.map(({ cells: values }) => values),
    fail: (error: Error | null) => {
      failure = error
    },
    /** Another person deletes a row. */
    removeRow: (id: string) => {
      rows = rows.filter((row) => row.id !== id)
    },
    /** Another person removes a column. */
    removeColumn: (id: string) => {
      removedColumn = id
    },
  }
}
