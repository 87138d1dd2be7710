// The steps of an editor: what undo takes back and redo does again.
import type { ColumnId } from '@heddle/contracts/dataset/column'
import type { CellContent } from './cell-text.ts'
import type { GridRow } from './grid-port.ts'

export type CellChange = {
  readonly rowId: string
  readonly column: ColumnId
  readonly before: CellContent
  readonly after: CellContent
}

/** One act of the editor: however many cells it is about, one undo takes it back. */
export type EditStep = {
  readonly changes: readonly CellChange[]
  readonly added: readonly GridRow[]
  readonly removed: readonly GridRow[]
}

const maxSteps = 100

export type EditHistory = { readonly past: readonly EditStep[]; readonly future: readonly EditStep[] }

export const emptyHistory: EditHistory = { past: [], future: [] }

/** What was undone before can no longer be redone. */
export const addStep = ({ past }: EditHistory, step: EditStep): EditHistory => ({ past: [...past, step].slice(-maxSteps), future: [] })

const invertStep = ({ changes, added, removed }: EditStep): EditStep => ({
  changes: changes.map(({ rowId, column, before, after }) => ({ rowId, column, before: after, after: before })),
  added: removed,
  removed: added,
})

/** Returns the history without some cells, which are another person's now. */
export function excludeCells({ past, future }: EditHistory, isExcluded: (change: CellChange) => boolean): EditHistory {
  const exclude = (steps: readonly EditStep[]) =>
    steps
      .map((step) => ({ ...step, changes: step.changes.filter((change) => !isExcluded(change)) }))
      .filter(({ changes, added, removed }) => changes.length + added.length + removed.length > 0)
  return { past: exclude(past), future: exclude(future) }
}

/** Returns the step to apply for an undo or a redo, and the history after it. */
export function moveInHistory({ past, future }: EditHistory, direction: 'undo' | 'redo'): { step: EditStep; history: EditHistory } | null {
  const step = direction === 'undo' ? past.at(-1) : future.at(-1)
  if (step === undefined) return null
  return direction === 'undo'
    ? { step: invertStep(step), history: { past: past.slice(0, -1), future: [...future, step] } }
    : { step, history: { past: [...past, step], future: future.slice(0, -1) } }
}
