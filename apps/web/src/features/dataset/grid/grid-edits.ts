// Edits of the grid: shown at once, saved one step after the other, taken back and done again.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'
import { createStore } from '#shared/external-store.ts'
import { addStep, type CellChange, type EditHistory, type EditStep, emptyHistory, moveInHistory } from './edit-history.ts'
import type { GridConflict, GridPort, GridRow } from './grid-port.ts'
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
      const later = Object.entries(shown?.cells ?? {}).filter(([column]) => (unsaved.get(toKey(row.id, column)) ?? 0) > 0)
      rows.keepRow({ ...row, cells: { ...row.cells, ...Object.fromEntries(later) } })
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

  /** Saves the cells that are values, all at once; the service keeps what it has of the others. What the service refuses stays as a text, and what it has otherwise is asked. */
  async function saveChanges(changes: readonly CellChange[]) {
    const open = new Map<string, CellChange & { value: CellValue }>()
    for (const change of changes) {
      if ('value' in change.after) open.set(toKey(change.rowId, change.column), { ...change, value: change.after.value })
    }
    while (open.size > 0) {
      const byRow = new Map<string, Cells>()
      for (const { rowId, column, value } of open.values()) byRow.set(rowId, { ...byRow.get(rowId), [column]: value })
      const edits = [...byRow].map(([id, cells]) => ({ id, revision: rows.revisionOf(id), cells }))
      const result = await port.saveCells(edits)
      if (result.status === 'saved') return keepSaved(result.rows)
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

  /** Adds again what was removed, or adds what is new; their later edits find them by the id that they have now. */
  async function addRows(added: readonly GridRow[]) {
    const created = await port.insertRows(added.map(({ rowNo, cells }) => ({ ...(rowNo >= 0 && { rowNo }), cells })))
    created.forEach((row, at) => {
      const held = added[at]
      if (held && held.id !== row.id) laterIds.set(resolveId(held.id), row.id)
      rows.setRevision(row.id, row.revision)
    })
  }

  async function removeRows(removed: readonly GridRow[]) {
    const ids = removed.map(({ id }) => resolveId(id))
    await port.deleteRows(ids)
    rows.forget(ids)
  }

  async function save(step: EditStep) {
    const changes = step.changes.map((change) => ({ ...change, rowId: resolveId(change.rowId) }))
    try {
      await saveChanges(changes)
      if (step.removed.length > 0) await removeRows(step.removed)
      if (step.added.length > 0) await addRows(step.added)
    } catch (error) {
      // What was typed stays in the cell, marked as not saved.
      for (const { rowId, column, after } of changes) {
        if ('value' in after) rows.setContent(rowId, column, { text: toText(after.value), problem: 'not_saved' })
      }
      rows.publish()
      onError(error)
    } finally {
      countUnsaved(step.changes, -1)
    }
    if (step.added.length + step.removed.length > 0) await rows.reload()
  }

  function apply(step: EditStep) {
    for (const { rowId, column, after } of step.changes) rows.setContent(resolveId(rowId), column, after)
    countUnsaved(step.changes, 1)
    rows.publish()
    queued += 1
    state.update({ isSaving: true })
    queue = queue
      .then(() => save(step))
      .finally(() => {
        queued -= 1
        state.update({ isSaving: queued > 0 })
      })
    return queue
  }

  function move(direction: 'undo' | 'redo'): EditStep | null {
    const moved = moveInHistory(history, direction)
    if (!moved) return null
    setHistory(moved.history)
    void apply(moved.step)
    return moved.step
  }

  return {
    subscribe: state.subscribe,
    read: state.read,
    /** Shows a step at once and saves it; resolves when it is saved. A step without a change is none. */
    run(part: Partial<EditStep>): Promise<void> {
      const step: EditStep = { changes: [], added: [], removed: [], ...part }
      if (step.changes.length + step.added.length + step.removed.length === 0) return Promise.resolve()
      setHistory(addStep(history, step))
      return apply(step)
    },
    undo: () => move('undo'),
    redo: () => move('redo'),
    /** One choice for each of `conflicts`, in their order. */
    choose: (choices: readonly ConflictChoice[]) => choose?.(choices),
  }
}
