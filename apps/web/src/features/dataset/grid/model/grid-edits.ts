// Edits of the grid: shown at once, saved one step after the other, taken back and done again.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import { createStore } from '#shared/external-store.ts'
import { isSameContent } from './cell-text.ts'
import { addStep, type CellChange, type EditHistory, type EditStep, emptyHistory, excludeCells, moveInHistory } from './edit-history.ts'
import type { GridConflict, GridPort } from './grid-port.ts'
import type { GridRows } from './grid-rows.ts'
import { type ConflictChoice, createStepSaver } from './step-saver.ts'

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

export function createGridEdits({ port, rows, toText, onError }: EditOptions) {
  const state = createStore<EditState>({ canUndo: false, canRedo: false, isSaving: false, conflicts: [] })
  let history: EditHistory = emptyHistory
  let queue: Promise<void> = Promise.resolve()
  let queued = 0
  let choose: ((choices: readonly ConflictChoice[]) => void) | null = null
  const { saveStep, resolveId, countUnsaved, refreshSettled } = createStepSaver({ port, rows, toText, askChoices, onYield, onError })

  function setHistory(next: EditHistory) {
    history = next
    state.update({ canUndo: next.past.length > 0, canRedo: next.future.length > 0 })
  }

  /** Undo does not replace what the editor has left to another person. */
  function onYield(cells: readonly GridConflict[]) {
    const keys = new Set(cells.map(({ rowId, column }) => `${rowId} ${column}`))
    if (keys.size > 0) setHistory(excludeCells(history, ({ rowId, column }) => keys.has(`${resolveId(rowId)} ${column}`)))
  }

  /** Whether a cell holds what the step would replace, or a text of the editor; of a row that is not loaded the service says so. */
  function isReplaceable({ rowId, column, before }: CellChange): boolean {
    const index = rows.findIndex(resolveId(rowId))
    const row = index === undefined ? undefined : rows.at(index)
    const shown = row && rows.contentAt(row, column)
    return shown === undefined || 'problem' in shown || isSameContent(shown, before)
  }

  /** Waits for the editor, one choice for each conflict. */
  async function askChoices(conflicts: readonly GridConflict[]) {
    state.update({ conflicts })
    const choices = await new Promise<readonly ConflictChoice[]>((resolve) => {
      choose = resolve
    })
    choose = null
    state.update({ conflicts: [] })
    return choices
  }

  async function save(step: EditStep, onFailure: () => void) {
    const changes = step.changes.map((change) => ({ ...change, rowId: resolveId(change.rowId) }))
    const hasOtherRows = step.added.length + step.removed.length > 0
    try {
      await saveStep({ ...step, changes })
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
        if (queued === 0) return refreshSettled()
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
    const step = { ...moved.step, changes: moved.step.changes.filter(isReplaceable) }
    void apply(step, changeHistory(moved.history))
    return step
  }

  return {
    subscribe: state.subscribe,
    read: state.read,
    /** The id that the service gave to a row of the grid. */
    resolveId,
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
    /** Resolves when what was edited until now is saved, or has failed. */
    whenSaved: () => queue,
    undo: () => move('undo'),
    redo: () => move('redo'),
    /** One choice for each of `conflicts`, in their order. */
    choose: (choices: readonly ConflictChoice[]) => choose?.(choices),
  }
}
