// Edits of the grid: shown at once, saved one step after the other, taken back and done again.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'
import { createStore } from '#shared/external-store.ts'
import { addStep, type CellChange, type EditHistory, type EditStep, emptyHistory, moveInHistory } from './edit-history.ts'
import type { GridConflict, GridPort, GridRow } from './grid-port.ts'
import { isNew } from './new-row.ts'
import type { GridRows } from './grid-rows.ts'

export type ConflictChoice = 'mine' | 'theirs'

type EditState = {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isSaving: boolean
  /** The cells that wait for a choice of the editor. */
  readonly conflicts: readonly GridConflict[]
}

type EditOptions = {
  port: GridPort
  rows: GridRows
  /** The text of a value that could not be saved. */
  toText: (value: CellValue) => string
  onError: (error: unknown) => void
}

export type GridEdits = ReturnType<typeof createGridEdits>

const toKey = (rowId: string, column: ColumnId) => `${rowId} ${column}`

export function createGridEdits({ port, rows, toText, onError }: EditOptions) {
  const state = createStore<EditState>({ canUndo: false, canRedo: false, isSaving: false, conflicts: [] })
  let history: EditHistory = emptyHistory
  let queue: Promise<void> = Promise.resolve()
  let queued = 0
  let choose: ((choices: readonly ConflictChoice[]) => void) | null = null
  /** How many saves of a cell are still to come: until the last, what the service returns is older than what is shown. */
  const unsaved = new Map<string, number>()
  /** A removed row that was added again has another id. */
  const laterIds = new Map<string, string>()

  const resolveId = (id: string): string => {
    const later = laterIds.get(id)
    return later === undefined ? id : resolveId(later)
  }

  function setHistory(next: EditHistory) {
    history = next
    state.update({ canUndo: next.past.length > 0, canRedo: next.future.length > 0 })
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
    state.update({ conflicts })
    const choices = await new Promise<readonly ConflictChoice[]>((resolve) => {
      choose = resolve
    })
    choose = null
    state.update({ conflicts: [] })
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
  async function saveStep(saveAll: NonNullable<GridPort['saveStep']>, { changes, added, removed }: EditStep) {
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

  async function save(step: EditStep, onFailure: () => void) {
    const changes = step.changes.map((change) => ({ ...change, rowId: resolveId(change.rowId) }))
    const hasOtherRows = step.added.length + step.removed.length > 0
    try {
      if (port.saveStep) await saveStep(port.saveStep, { ...step, changes })
    } catch (error) {
      // What was typed stays in the cell, marked as not saved. Rows that could not be added have no cells: all of their step is taken back.
      for (const { rowId, column, before, after } of changes) {
        if (hasOtherRows) rows.setContent(rowId, column, before)
        else if ('value' in after) rows.setContent(rowId, column, { text: toText(after.value), problem: 'not_saved' })
      }
      if (hasOtherRows) onFailure()
      rows.publish()
      onError(error)
    }
    if (hasOtherRows) await rows.reload()
  }

  function apply(step: EditStep, onFailure: () => void = () => undefined) {
    const changes = step.changes.map((change) => ({ ...change, rowId: resolveId(change.rowId) }))
    for (const { rowId, column, after } of changes) rows.setContent(rowId, column, after)
    countUnsaved(changes, 1)
    rows.publish()
    queued += 1
    state.update({ isSaving: true })
    queue = queue
      .then(() => save(step, onFailure))
      .finally(() => {
        countUnsaved(changes, -1)
        queued -= 1
        state.update({ isSaving: queued > 0 })
      })
    return queue
  }

  /** Returns what gives the history back as it was, unless it has gone on. */
  function changeHistory(next: EditHistory) {
    const before = history
    setHistory(next)
    return () => {
      if (history === next) setHistory(before)
    }
  }

  function move(direction: 'undo' | 'redo'): EditStep | null {
    const moved = moveInHistory(history, direction)
    if (!moved) return null
    void apply(moved.step, changeHistory(moved.history))
    return moved.step
  }

  return {
    subscribe: state.subscribe,
    read: state.read,
    /** Shows a step at once and saves it; resolves when it is saved. A step without a change is none. */
    run(part: Partial<EditStep>): Promise<void> {
      const step: EditStep = { changes: [], added: [], removed: [], ...part }
      if (port.saveStep === null || step.changes.length + step.added.length + step.removed.length === 0) return Promise.resolve()
      return apply(step, changeHistory(addStep(history, step)))
    },
    /** Saves again what could not be saved. The history has it already. */
    retry(changes: readonly CellChange[]): Promise<void> {
      return apply({ changes, added: [], removed: [] })
    },
    undo: () => move('undo'),
    redo: () => move('redo'),
    /** One choice for each of `conflicts`, in their order. */
    choose: (choices: readonly ConflictChoice[]) => choose?.(choices),
  }
}
