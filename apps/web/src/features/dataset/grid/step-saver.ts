// Saves one step of the grid by its port, until the service has taken what the editor wants of it.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'
import type { CellChange, EditStep } from './edit-history.ts'
import type { GridConflict, GridPort, GridRow } from './grid-port.ts'
import type { GridRows } from './grid-rows.ts'
import { isNew } from './new-row.ts'

export type ConflictChoice = 'mine' | 'theirs'

type SaverOptions = {
  port: GridPort
  rows: GridRows
  /** The text of a value that could not be saved. */
  toText: (value: CellValue) => string
  askChoices: (conflicts: readonly GridConflict[]) => Promise<readonly ConflictChoice[]>
}

const toKey = (rowId: string, column: ColumnId) => `${rowId} ${column}`

export function createStepSaver({ port, rows, toText, askChoices }: SaverOptions) {
  /** How many saves of a cell are still to come: until the last, what the service returns is older than what is shown. */
  const unsaved = new Map<string, number>()
  /** A removed row that was added again has another id, and so has a new one. */
  const laterIds = new Map<string, string>()

  const resolveId = (id: string): string => {
    const later = laterIds.get(id)
    return later === undefined ? id : resolveId(later)
  }

  function countUnsaved(changes: readonly CellChange[], by: 1 | -1) {
    for (const { rowId, column } of changes) {
      const key = toKey(rowId, column)
      const count = (unsaved.get(key) ?? 0) + by
      if (count > 0) unsaved.set(key, count)
      else unsaved.delete(key)
    }
  }

  /** Keeps what the service has, except cells with a later edit. */
  function keepSaved(saved: readonly GridRow[]) {
    for (const row of saved) {
      const index = rows.findIndex(row.id)
      const shown = index === undefined ? undefined : rows.at(index)
      const isLater = (column: ColumnId) => (unsaved.get(toKey(row.id, column)) ?? 0) > 1
      const known = Object.entries(row.cells).filter(([column]) => !isLater(column))
      rows.keepRow({ ...row, cells: { ...shown?.cells, ...Object.fromEntries(known) } })
    }
  }

  async function settleConflicts(conflicts: readonly GridConflict[], open: Map<string, CellChange & { value: CellValue }>) {
    const choices = await askChoices(conflicts)
    conflicts.forEach(({ rowId, column, current, revision }, at) => {
      rows.setRevision(rowId, revision)
      if (choices[at] !== 'theirs') return
      open.delete(toKey(rowId, column))
      rows.setContent(rowId, column, { value: current })
    })
    rows.publish()
  }

  /** Added rows are known by the ids that they have now: those of the grid, or of rows that were removed, lead to them. */
  function keepAdded(added: readonly GridRow[], created: readonly GridRow[]) {
    created.forEach((row, at) => {
      const held = added[at]
      if (!held) return
      const id = resolveId(held.id)
      laterIds.set(id, row.id)
      rows.rename(id, row.id)
      rows.setRevision(row.id, row.revision)
    })
  }

  /**
   * Saves a step at once, without the cells whose texts are no values; the service keeps what it has of these. What it refuses stays as a
   * text, and what it has otherwise is asked.
   */
  async function saveStep({ changes, added, removed }: EditStep) {
    const { saveStep: saveAll } = port
    if (!saveAll) return
    const open = new Map<string, CellChange & { value: CellValue }>()
    for (const change of changes) {
      if ('value' in change.after && !isNew(change.rowId)) {
        open.set(toKey(change.rowId, change.column), { ...change, value: change.after.value })
      }
    }
    const removedIds = removed.map(({ id }) => resolveId(id))
    const newRows = added.map(({ rowNo, cells }) => ({ ...(rowNo >= 0 && { rowNo }), cells }))
    while (open.size + added.length + removed.length > 0) {
      const byRow = new Map<string, Cells>()
      for (const { rowId, column, value } of open.values()) byRow.set(rowId, { ...byRow.get(rowId), [column]: value })
      const edited = [...byRow].map(([id, cells]) => ({ id, revision: rows.revisionOf(id), cells }))
      const result = await saveAll({ rows: edited, added: newRows, removed: removedIds })
      if (result.status === 'saved') {
        keepSaved(result.rows)
        keepAdded(added, result.added)
        return rows.forget(removedIds)
      }
      if (result.status === 'conflict') await settleConflicts(result.conflicts, open)
      else {
        for (const { rowId, column, reason } of result.faults) {
          const refused = open.get(toKey(rowId, column))
          open.delete(toKey(rowId, column))
          if (refused) rows.setContent(rowId, column, { text: toText(refused.value), problem: reason })
        }
        rows.publish()
      }
    }
  }

  return { saveStep, resolveId, countUnsaved }
}
