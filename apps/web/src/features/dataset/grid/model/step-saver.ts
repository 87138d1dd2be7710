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
  /** The cells that the editor leaves to another person. */
  onYield: (cells: readonly GridConflict[]) => void
  onError: (error: unknown) => void
}

/** Cells that are still to be saved, by row and column. */
type OpenCells = Map<string, CellChange & { value: CellValue }>

const toKey = (rowId: string, column: ColumnId) => `${rowId} ${column}`

export function createStepSaver({ port, rows, toText, askChoices, onYield, onError }: SaverOptions) {
  /** How many saves of a cell are still to come: until the last, what the service returns is older than what is shown. */
  const unsaved = new Map<string, number>()
  /** A removed row that was added again has another id, and so has a new one. */
  const laterIds = new Map<string, string>()
  /** Rows of settled conflicts: other cells of theirs may have changed too, and were not read. */
  const settled = new Set<string>()

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
      // The revision says which cells have been read: that of a settled row is raised when it is loaded again.
      const revision = settled.has(row.id) ? rows.revisionOf(row.id) : row.revision
      rows.keepRow({ ...row, revision, cells: { ...shown?.cells, ...Object.fromEntries(known) } })
    }
  }

  /** Sets the revisions by which this step alone may replace what the editor has seen. */
  async function settleConflicts(conflicts: readonly GridConflict[], open: OpenCells, revisions: Map<string, number>) {
    const choices = await askChoices(conflicts)
    const yielded = conflicts.filter((_, at) => choices[at] === 'theirs')
    for (const { rowId, revision } of conflicts) {
      revisions.set(rowId, revision)
      settled.add(rowId)
    }
    for (const { rowId, column, current } of yielded) {
      open.delete(toKey(rowId, column))
      rows.setContent(rowId, column, { value: current })
    }
    onYield(yielded)
    rows.publish()
  }

  /** Leaves out rows that another person has deleted. */
  async function dropGone(rowIds: readonly string[], open: OpenCells) {
    const gone = new Set(rowIds)
    for (const [key, { rowId }] of open) if (gone.has(rowId)) open.delete(key)
    rows.problems.forget(rowIds)
    await rows.reload()
  }

  /** Added rows are known by the ids that they have now: those of the grid, or of rows that were removed, lead to them. */
  function keepAdded(added: readonly GridRow[], created: readonly GridRow[]) {
    created.forEach((row, at) => {
      const held = added[at]
      if (!held) return
      const id = resolveId(held.id)
      laterIds.set(id, row.id)
      rows.problems.rename(id, row.id)
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
    const open: OpenCells = new Map()
    const revisions = new Map<string, number>()
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
      const edited = [...byRow].map(([id, cells]) => ({ id, revision: revisions.get(id) ?? rows.revisionOf(id), cells }))
      const result = await saveAll({ rows: edited, added: newRows, removed: removedIds })
      if (result.status === 'saved') {
        keepSaved(result.rows)
        keepAdded(added, result.added)
        return rows.problems.forget(removedIds)
      }
      if (result.status === 'conflict') await settleConflicts(result.conflicts, open, revisions)
      else if (result.status === 'gone') {
        onError(result.error)
        await dropGone(result.rowIds, open)
      } else {
        for (const { rowId, column, reason } of result.faults) {
          const refused = open.get(toKey(rowId, column))
          open.delete(toKey(rowId, column))
          if (refused) rows.setContent(rowId, column, { text: toText(refused.value), problem: reason })
        }
        rows.publish()
      }
    }
  }

  /** Loads the rows of settled conflicts again: when no save is still to come, which would take their new revision for its own. */
  async function refreshSettled() {
    const ids = [...settled]
    settled.clear()
    await rows.refresh(ids)
  }

  return { saveStep, resolveId, countUnsaved, refreshSettled }
}
