// The keys of a grid: those of spreadsheets, on a cell that is a field.
import type { KeyboardEvent } from 'react'
import { isCancelKey, isSubmitKey } from '#shared/shortcuts/submit-key.ts'
import type { CellEditor } from './GridCell.tsx'
import type { GridActions } from './model/grid-actions.ts'
import type { GridEdits } from './model/grid-edits.ts'
import { type GridExtent, type GridPosition, moveByKey } from './model/grid-position.ts'

type KeyOptions = {
  current: GridPosition
  /** Where the selection goes. */
  head: GridPosition
  extent: GridExtent
  actions: GridActions
  edits: GridEdits
  goTo: (position: GridPosition, isExtending?: boolean) => void
  clear: () => void
  fillDown: () => void
  /** Opens a row as a form. */
  open: (row: number) => void
}

/** Whether it is Enter, with Shift or Alt as well. */
const isEnter = ({ nativeEvent: { key, keyCode, isComposing } }: KeyboardEvent) =>
  isSubmitKey({ key, keyCode, isComposing, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false })

const isFar = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

/** While a text is written, the keys that move its caret do so. */
const caretKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'])

export function createKeyHandler({ current, head, extent, actions, edits, goTo, clear, fillDown, open }: KeyOptions) {
  const move = (key: string, far = false) => moveByKey(current, { key, isFar: far }, extent)

  function leaveTo(event: KeyboardEvent, position: GridPosition | null) {
    event.preventDefault()
    if (position) goTo(position)
  }

  function handleEditing(event: KeyboardEvent<HTMLTextAreaElement>, editor: CellEditor) {
    if (isCancelKey(event.nativeEvent)) {
      event.preventDefault()
      editor.restore()
    } else if (isEnter(event) && event.altKey) {
      event.preventDefault()
      const field = event.currentTarget
      field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
      editor.replace(field.value)
    } else if (isEnter(event)) {
      editor.commit()
      leaveTo(event, move(event.shiftKey ? 'ArrowUp' : 'ArrowDown'))
    } else if (event.key === 'Tab') {
      const next = move(event.shiftKey ? 'ArrowLeft' : 'ArrowRight')
      editor.commit()
      if (next?.column !== current.column) leaveTo(event, next)
    }
  }

  function handleCommand(event: KeyboardEvent<HTMLTextAreaElement>, editor: CellEditor): boolean {
    const key = event.key.toLowerCase()
    if (isFar(event) && key === 'z') void (event.shiftKey ? edits.redo() : edits.undo())
    else if (isFar(event) && key === 'y') void edits.redo()
    else if (isFar(event) && key === 'd') fillDown()
    else if (isFar(event) && isEnter(event)) open(current.row)
    else if (key === 'delete' || key === 'backspace') clear()
    else if (key === 'f2') editor.edit()
    else if (event.altKey && (key === 'arrowdown' || key === 'arrowup')) {
      const cell = actions.find(current)
      const next = cell && actions.nextChoice(cell.row, cell.column, key === 'arrowdown' ? 1 : -1)
      if (next === null) return false
      editor.replace(next)
    } else return false
    return true
  }

  return {
    handleCell: (event: KeyboardEvent<HTMLTextAreaElement>, editor: CellEditor) => {
      if (editor.isEditing) {
        if (event.altKey && event.key.startsWith('Arrow') && handleCommand(event, editor)) event.preventDefault()
        else if (!caretKeys.has(event.key)) handleEditing(event, editor)
        return
      }
      if (handleCommand(event, editor)) return event.preventDefault()
      // Tab leaves the grid, as from every other field.
      if (event.key === 'Tab' || event.altKey) return
      if (isEnter(event)) return leaveTo(event, move(event.shiftKey ? 'ArrowUp' : 'ArrowDown'))
      const from = event.shiftKey ? head : current
      const next = moveByKey(from, { key: event.key, isFar: isFar(event) }, extent)
      if (!next) return
      event.preventDefault()
      goTo(next, event.shiftKey)
    },
    handleHeader: (event: KeyboardEvent) => {
      const next = moveByKey(current, { key: event.key, isFar: isFar(event) }, extent)
      if (next) leaveTo(event, next)
    },
  }
}
